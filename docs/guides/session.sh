#!/bin/sh
# For CI: fails while there is still a week to log in again.
remite auth status --min-ttl "${1:-7d}" --quiet > /dev/null
code=$?
case $code in
  0) ;;
  4) echo "Log in again: remite auth login --remember-me" >&2 ;;
  *) echo "The session could not be looked at." >&2 ;;
esac
exit "$code"
