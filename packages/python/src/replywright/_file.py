"""Files of forms."""

from dataclasses import dataclass


@dataclass(frozen=True)
class File:
    """A file of a form."""

    name: str
    content: bytes
    content_type: str = "application/octet-stream"
