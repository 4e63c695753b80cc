from ipaddress import IPv4Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.common.network.address_policy import AllowList, is_public, parse_literal_address

PRIVATE_IPV4 = st.sampled_from(
    ["10.0.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.1.1",
     "100.64.0.1", "100.100.100.200", "0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.0.192", "198.19.0.1",
     "240.1.2.3", "168.63.129.16", "203.0.113.9"]
)  # fmt: skip


@given(PRIVATE_IPV4)
def test_no_private_ipv4_address_is_public(text: str) -> None:
    assert not is_public(ip_address(text))


@given(
    text=PRIVATE_IPV4,
    around=st.sampled_from(["::ffff:{}", "64:ff9b::{}", "::{}", "::ffff:0:{}", "64:ff9b:1::{}"]),
)
def test_no_ipv6_address_that_carries_a_private_ipv4_one_is_public(text: str, around: str) -> None:
    assert not is_public(ip_address(around.format(text)))


@given(st.ip_addresses(v=4))
def test_6to4_and_teredo_are_closed_whatever_they_carry(inner: IPv4Address) -> None:
    number = int(inner)
    assert not is_public(ip_address(f"2002:{number >> 16:x}:{number & 0xFFFF:x}::1"))
    assert not is_public(ip_address(f"2001:0:102:304::{number >> 16:x}:{number & 0xFFFF:x}"))


@pytest.mark.parametrize(
    "text",
    ["::", "::1", "fe80::1", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1", "100::1", "3fff::1", "fec0::1"],
)
def test_no_special_ipv6_address_is_public(text: str) -> None:
    assert not is_public(ip_address(text))


@pytest.mark.parametrize(
    "text",
    ["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::1",
     "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"],
)  # fmt: skip
def test_ordinary_addresses_are_public(text: str) -> None:
    assert is_public(ip_address(text))


@given(st.ip_addresses())
def test_nothing_that_python_knows_as_private_or_reserved_is_public(address: IPv4Address) -> None:
    inner = getattr(address, "ipv4_mapped", None) or address
    if inner.is_private or inner.is_loopback or inner.is_link_local or inner.is_multicast:
        assert not is_public(address)


@pytest.mark.parametrize(
    "host",
    ["2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.1", "127.0.1", "127.0.0.1.", "127.0.0.0x1", "1.2.3.4.5",
     "fe80::1%25eth0", "999.1.1.1"],
)  # fmt: skip
def test_an_address_in_an_ambiguous_format_is_an_error(host: str) -> None:
    with pytest.raises(ValueError):
        parse_literal_address(host)


def test_plain_addresses_and_names_are_distinguished() -> None:
    assert parse_literal_address("127.0.0.1") == ip_address("127.0.0.1")
    assert parse_literal_address("::1") == ip_address("::1")
    assert parse_literal_address("images.example") is None
    assert parse_literal_address("1e100.net") is None


def test_an_allow_list_opens_its_networks_in_either_format_and_its_hosts_and_nothing_else() -> None:
    allow = AllowList.parse(["10.1.0.0/16", "127.0.0.1", "MinIO.internal"])
    assert allow.permits("any.example", ip_address("10.1.2.3"))
    assert allow.permits("any.example", ip_address("::ffff:10.1.2.3"))
    assert allow.permits("minio.internal", ip_address("192.168.0.9"))
    assert allow.permits("any.example", ip_address("8.8.8.8"))
    assert not allow.permits("any.example", ip_address("127.0.0.2"))
    assert not allow.permits("other.internal", ip_address("192.168.0.9"))


@pytest.mark.parametrize("entry", ["", "10.0.0.0/99", "http://minio", "10.0.0.1/8", "host:90", "1.2.3", "*.internal"])
def test_an_invalid_allow_list_entry_is_rejected(entry: str) -> None:
    with pytest.raises(ValueError):
        AllowList.parse([entry])
