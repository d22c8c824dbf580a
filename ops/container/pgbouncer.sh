# Writes PgBouncer's configuration from the environment into a folder in memory, and starts it.
set -eu
umask 077
folder=${PGBOUNCER_FOLDER:-/run/pgbouncer}
printf '"%s" "%s"\n' "$SERVICE_ROLE" "$SERVICE_PASSWORD" >"$folder/users.txt"
cat >"$folder/pgbouncer.ini" <<END
[databases]
* = host=$SERVER_HOST port=$SERVER_PORT
[pgbouncer]
listen_addr = *
listen_port = ${PGBOUNCER_PORT:-6432}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = $folder/users.txt
pool_mode = transaction
default_pool_size = 40
max_client_conn = 1000
END
exec pgbouncer "$folder/pgbouncer.ini"
