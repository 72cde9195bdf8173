#!/bin/sh
# Adds the figures of a campaign to figures.csv, with today's date: figures.sh ID
set -eu
cd "$(dirname "$0")"

# Nothing is added when they cannot be had.
rows=$(remite campaigns stats "$1" -o csv --quiet)

if [ ! -s figures.csv ]; then
  printf 'date,campaign,%s\n' "$(printf '%s\n' "$rows" | head -n 1)" > figures.csv
fi
printf '%s,%s,%s\n' "$(date +%F)" "$1" "$(printf '%s\n' "$rows" | tail -n 1)" >> figures.csv
