"""Key pairs of the world's apps, made when first needed; they open nothing anywhere."""

from functools import cache
from typing import NamedTuple

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa


class Pair(NamedTuple):
    """PEM texts of one RSA key pair."""

    private: str
    public: str


@cache
def pair(app_id: int) -> Pair:
    """The key pair of an app, the same all through a process."""
    del app_id
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return Pair(private.decode(), public.decode())
