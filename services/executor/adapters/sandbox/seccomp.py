"""The system call filter of the sandbox as a classic BPF program (seccomp(2), struct sock_filter).

It denies system calls that code under test never needs and that attacks on kernels have used: memory of other
processes, mounts, namespaces, keys, BPF, io_uring, userfaultfd, kernel modules, clocks. Sockets are limited to local
families and IP: the network namespace has no interface but loopback, while others (vsock) would reach the host of a
virtual machine.
"""

import errno
import platform
import struct
from collections.abc import Mapping
from dataclasses import dataclass

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT, _SECOND_ARGUMENT = 0, 4, 16, 24  # offsets in struct seccomp_data, low words
_NEW_NAMESPACES = 0x7E020000  # CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET
_FAMILIES = (1, 2, 10)  # AF_UNIX, AF_INET, AF_INET6
_TERMINAL_INPUT = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX
_X32 = 0x40000000
# The same on both architectures: io_uring_*, open_tree, move_mount, fs*, pidfd_getfd, mount_setattr.
_NEW_CALLS = (425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442)


@dataclass(frozen=True, slots=True)
class _Architecture:
    """Numbers of one architecture; *denied* in the order of the names in `_NAMES`."""

    audit: int
    clone: int
    socket: int
    ioctl: int
    denied: tuple[int, ...]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split())


_CLONE3 = 435
_NAMES = (
    "ptrace process_vm_readv process_vm_writev kcmp keyctl add_key request_key bpf perf_event_open mount umount2 "
    "pivot_root chroot unshare setns userfaultfd open_by_handle_at name_to_handle_at kexec_load kexec_file_load "
    "init_module finit_module delete_module reboot swapon swapoff sethostname setdomainname settimeofday clock_settime "
    "clock_adjtime adjtimex acct syslog quotactl personality move_pages mbind migrate_pages fanotify_init vmsplice"
)
_ARCHITECTURES: Mapping[str, _Architecture] = {
    "x86_64": _Architecture(
        0xC000003E,
        56,
        41,
        16,
        _numbers(
            "101 310 311 312 250 248 249 321 298 165 166 155 161 272 308 323 304 303 246 320 175 313 176 169 167 168 "
            "170 171 164 227 305 159 163 103 179 135 279 237 256 300 278"
        ),
    ),
    "aarch64": _Architecture(
        0xC00000B7,
        220,
        198,
        29,
        _numbers(
            "117 270 271 272 219 217 218 280 241 40 39 41 51 97 268 282 265 264 104 294 105 273 106 142 224 225 161 "
            "162 170 112 266 171 89 116 60 92 239 235 238 262 75"
        ),
    ),
}


def build_filter(machine: str = "") -> bytes | None:
    """Return the program for *machine* (this one by default), or None where its numbers are unknown."""
    numbers = _ARCHITECTURES.get(machine or platform.machine())
    if numbers is None:
        return None
    assert len(numbers.denied) == len(_NAMES.split())
    program = [
        _op(_LOAD, _ARCHITECTURE),
        _op(_EQUAL, numbers.audit, 1, 0),
        _op(_RETURN, _KILL),
        _op(_LOAD, _NUMBER),
        _op(_AT_LEAST, _X32, 0, 1),
        _fail(errno.ENOSYS),
        _op(_EQUAL, _CLONE3, 0, 1),  # its flags are in memory, which a filter cannot read; libc falls back to clone
        _fail(errno.ENOSYS),
    ]
    for number in (*numbers.denied, *_NEW_CALLS):
        program += [_op(_EQUAL, number, 0, 1), _fail(errno.EPERM)]
    program += [
        _op(_EQUAL, numbers.clone, 0, 4),
        _op(_LOAD, _FIRST_ARGUMENT),
        _op(_ANY_BIT, _NEW_NAMESPACES, 0, 1),
        _fail(errno.EPERM),
        _op(_RETURN, _ALLOW),
        _op(_EQUAL, numbers.ioctl, 0, 5),
        _op(_LOAD, _SECOND_ARGUMENT),
        _op(_EQUAL, _TERMINAL_INPUT[0], 1, 0),
        _op(_EQUAL, _TERMINAL_INPUT[1], 0, 1),
        _fail(errno.EPERM),
        _op(_RETURN, _ALLOW),
        _op(_EQUAL, numbers.socket, 1, 0),
        _op(_RETURN, _ALLOW),
        _op(_LOAD, _FIRST_ARGUMENT),
        *(_op(_EQUAL, family, len(_FAMILIES) - at, 0) for at, family in enumerate(_FAMILIES)),
        _fail(errno.EAFNOSUPPORT),
        _op(_RETURN, _ALLOW),
    ]
    return b"".join(program)


def _op(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)


def _fail(number: int) -> bytes:
    return _op(_RETURN, _ERRNO | number)
