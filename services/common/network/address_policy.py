"""Policy for the network addresses that a URL from a user may lead to."""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# IANA IPv4 special-purpose registry, every block not globally reachable, plus multicast and the address under
# which Azure's host agent serves machine metadata. Listed, since `is_global` differs between Python versions.
_CLOSED_IPV4: tuple[IPv4Network, ...] = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier-grade NAT, with Alibaba Cloud's metadata at 100.100.100.200
        "127.0.0.0/8",
        "168.63.129.16/32",  # Azure host agent
        "169.254.0.0/16",  # link-local, with most clouds' metadata at 169.254.169.254
        "172.16.0.0/12",
        "192.0.0.0/24",  # protocol assignments, with Oracle Cloud's metadata at 192.0.0.192
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT relays
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
    )
)
# The only block that IANA has given out for global unicast, less its special purposes. 6to4 and Teredo, which
# carry an IPv4 address within, are long withdrawn and closed whatever they carry.
_GLOBAL_IPV6 = IPv6Network("2000::/3")
_CLOSED_IPV6: tuple[IPv6Network, ...] = tuple(
    IPv6Network(block)
    for block in (
        "2001::/23",  # protocol assignments, with Teredo
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
)
# RFC 6052: how an IPv6-only network names public IPv4 hosts.
_NAT64 = IPv6Network("64:ff9b::/96")


@dataclass(frozen=True, slots=True)
class AllowList:
    """Addresses and hosts that an operator allows beyond the public internet.

    Attributes:
        networks: addresses that may be connected to whatever their kind.
        hosts: names (lower case, ASCII); their addresses may be of any kind.

    """

    networks: frozenset[Network] = frozenset()
    hosts: frozenset[str] = frozenset()

    @classmethod
    def parse(cls, entries: Iterable[str]) -> "AllowList":
        """Parse entries such as `10.1.0.0/16`, `127.0.0.1`, `::1` or `minio.internal`.

        Raises:
            ValueError: when an entry is neither a network nor a host name.

        """
        networks: set[Network] = set()
        hosts: set[str] = set()
        for entry in entries:
            try:
                networks.add(ip_network(entry))
            except ValueError:
                if not entry or any(sign in entry for sign in "/:@ *") or entry[-1].isdigit():
                    raise ValueError(f"{entry!r} is neither a network nor a host name") from None
                hosts.add(entry.lower())
        return cls(frozenset(networks), frozenset(hosts))

    def with_host(self, host: str) -> "AllowList":
        """Return this list with *host*, a name or an address in lower case."""
        address = parse_literal_address(host)
        if address is None:
            return AllowList(self.networks, self.hosts | {host})
        return AllowList(self.networks | {ip_network(address)}, self.hosts)

    def permits(self, host: str, address: Address) -> bool:
        """Return whether *host*, which has *address*, may be connected to."""
        inner = _unwrap_ipv4(address)
        if host in self.hosts or any(each in network for each in (address, inner) for network in self.networks):
            return True
        return is_public(address)


PUBLIC_ONLY = AllowList()


def is_public(address: Address) -> bool:
    """Return whether *address*, or the IPv4 address embedded in it, is one of the public internet."""
    inner = _unwrap_ipv4(address)
    if isinstance(inner, IPv4Address):
        return not any(inner in block for block in _CLOSED_IPV4)
    return inner in _GLOBAL_IPV6 and not any(inner in block for block in _CLOSED_IPV6)


def parse_literal_address(host: str) -> Address | None:
    """Return the address that *host* is, or None when it is a name.

    Raises:
        ValueError: *host* is a number in a form that resolvers parse in different ways (octal, hex, one number,
            fewer than four parts), or names a network interface.

    """
    if ":" in host:
        if "%" in host:
            raise ValueError("an address with a network interface")
        return IPv6Address(host)
    last = host.rstrip(".").rpartition(".")[2]
    # The WHATWG URL standard's "ends in a number": such a host is an IPv4 address or an error.
    if last.isdigit() or last[:2].lower() == "0x":
        return IPv4Address(host)
    return None


def _unwrap_ipv4(address: Address) -> Address:
    """Return the IPv4 address that connecting to *address* would reach, else *address*."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return IPv4Address(address.packed[-4:]) if address in _NAT64 else address


def parse_resolved(text: str) -> Address:
    """Parse *text* of a resolver; a network interface at its end is dropped."""
    return ip_address(text.partition("%")[0])
