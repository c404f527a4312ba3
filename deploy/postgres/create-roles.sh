#!/bin/bash
# Run once by the image of Postgres when it makes a new cluster: the two roles of docs/architecture.md and the database.
# Names and passwords are those of the two addresses that Tripline's processes connect with.
set -euo pipefail

# setting NAME: its value, or the content of the file NAME_FILE names.
setting() {
  local value=${!1:-} file_name="$1_FILE"
  [[ -n $value ]] || value=$(<"${!file_name}")
  printf '%s' "$value"
}

# part URL: user, password and database of an address, a line each.
parts() {
  local url=$1
  if [[ ! $url =~ ^postgres(ql)?://([A-Za-z0-9_]+):([A-Za-z0-9._~-]{24,})@[^/]+/([A-Za-z0-9_]+)(\?.*)?$ ]]; then
    echo "create-roles: an address must be postgresql://USER:PASSWORD@HOST/DATABASE with a password of at least 24 letters and digits" >&2
    return 1
  fi
  printf '%s\n' "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}" "${BASH_REMATCH[4]}"
}

owner_parts=$(parts "$(setting MIGRATION_DATABASE_URL)")
service_parts=$(parts "$(setting DATABASE_URL)")
{ read -r owner && read -r owner_password && read -r database; } <<<"$owner_parts"
{ read -r service && read -r service_password; } <<<"$service_parts"

psql --no-psqlrc --quiet -v ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<SQL
create role "$owner" login password '$owner_password';
create role "$service" login password '$service_password';
create database "$database" owner "$owner";
revoke all on database "$database" from public;
grant connect, temporary on database "$database" to "$service";
SQL
