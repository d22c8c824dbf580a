# PgBouncer 1.18 of Debian 12: the version through which the API's tests pass (`npm run -s ops -- pgbouncer`).
FROM debian:12.12-slim
RUN apt-get update && apt-get install -y --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
COPY ops/container/pgbouncer.sh /opt/pgbouncer.sh
USER postgres
EXPOSE 6432
CMD ["sh", "/opt/pgbouncer.sh"]
