"""The version of Glint that this package belongs to; written by python/generate."""

VERSION = "0.2.0"
