#!/bin/sh
# Imports today's customers. It prints only what a person needs to know, and cron mails that.
set -u
cd "$(dirname "$0")" || exit 2
rejects="rejects-$(date +%F).csv"

start_import() {
  remite lists import clients.csv --list Customers --rejects "$rejects" --quiet > imported.tsv
}
resume_import() {
  remite lists imports resume --quiet > imported.tsv
}

for pause in ${PAUSES:-60 300 900} end; do
  start_import 2> problem.txt
  code=$?
  # An earlier run of the same file was interrupted.
  if [ "$code" -eq 7 ]; then
    resume_import 2> problem.txt
    code=$?
  fi
  # The server is down or busy. Imported rows stay imported, so a retry is safe.
  if [ "$code" -ne 10 ] && [ "$code" -ne 11 ]; then break; fi
  if [ "$pause" != end ]; then sleep "$pause"; fi
done

case $code in
  0) ;;
  9) echo "Some customers were rejected. See $PWD/$rejects for the reasons." >&2 ;;
  13) echo "Another import of this file is still running." >&2 ;;
  *) cat problem.txt >&2 ;;
esac
exit "$code"
