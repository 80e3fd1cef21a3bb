#!/bin/sh
# Makes one backup and deletes those that are too old: deploy/backup.sh <folder>, in the folder of the app, with its settings.
# The copies of two days remain, and one of each day for 30 days.
set -eu
folder=$1
file="$folder/copy-$(date -u +%Y-%m-%dT%H-%M-%S)"
day="$folder/day-$(date -u +%Y-%m-%d)"
umask 077
trap 'rm -f "$file.part"' EXIT
mkdir -p "$folder"
if [ -n "${DATABASE_URL:-}" ]; then
  # The server itself: pg_dump does not work through a pooler in transaction mode.
  pg_dump --format=custom --file="$file.part" "${DATABASE_LISTEN_URL:-$DATABASE_URL}"
  # Reads the whole archive, so that a damaged one never replaces an older backup.
  pg_restore --file=/dev/null "$file.part"
  mv "$file.part" "$file"
else
  node_modules/.bin/node scripts/operator/backup.ts "$file"
fi
# Another name for the same file: it takes no room until the copy goes.
[ -e "$day" ] || ln "$file" "$day"
find "$folder" -name 'copy-*' -mmin +2880 -delete
find "$folder" -name 'day-*' -mtime +30 -delete
