# Creates the two roles and the database, once, when PostgreSQL's volume is empty.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -v owner="$OWNER_PASSWORD" -v service="$SERVICE_PASSWORD" <<'END'
create role paydesk_owner login password :'owner';
create role paydesk_service login password :'service';
create database paydesk owner paydesk_owner;
END
