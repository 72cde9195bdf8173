#!/bin/sh
# Appends a campaign's statistics to figures.csv, with today's date. Usage: figures.sh ID
set -eu
cd "$(dirname "$0")"

# If this fails, nothing is appended.
rows=$(remite campaigns stats "$1" -o csv --quiet)

if [ ! -s figures.csv ]; then
  printf 'date,campaign,%s\n' "$(printf '%s\n' "$rows" | head -n 1)" > figures.csv
fi
printf '%s,%s,%s\n' "$(date +%F)" "$1" "$(printf '%s\n' "$rows" | tail -n 1)" >> figures.csv
