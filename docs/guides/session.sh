#!/bin/sh
# For CI: fails a week before the session expires.
remite auth status --min-ttl "${1:-7d}" --quiet > /dev/null
code=$?
case $code in
  0) ;;
  4) echo "Log in again: remite auth login --remember-me" >&2 ;;
  *) echo "Could not check the session." >&2 ;;
esac
exit "$code"
