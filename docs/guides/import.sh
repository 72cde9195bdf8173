#!/bin/sh
# Imports the customers of the day. What it says is for a person: cron mails it.
set -u
cd "$(dirname "$0")" || exit 2
rejects="refused-$(date +%F).csv"

begin() {
  remite lists import clients.csv --list Customers --rejects "$rejects" --quiet > imported.tsv
}
go_on() {
  remite lists imports resume --quiet > imported.tsv
}

for pause in ${PAUSES:-60 300 900} end; do
  begin 2> problem.txt
  code=$?
  # An earlier run stopped in the middle of this same file.
  if [ "$code" -eq 7 ]; then
    go_on 2> problem.txt
    code=$?
  fi
  # The server is away, or busy: what has been imported stays, so trying again is safe.
  if [ "$code" -ne 10 ] && [ "$code" -ne 11 ]; then break; fi
  if [ "$pause" != end ]; then sleep "$pause"; fi
done

case $code in
  0) ;;
  9) echo "Some customers were refused. They stand in $PWD/$rejects, each with its reason." >&2 ;;
  13) echo "Another import of this file is still running." >&2 ;;
  *) cat problem.txt >&2 ;;
esac
exit "$code"
