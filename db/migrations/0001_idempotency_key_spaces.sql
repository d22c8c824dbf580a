-- Keys of publishable keys and of the dashboard are stored under names of their own from now on (`keyIn` in
-- lib/domain/idempotency). Their rows are copied, not moved: a row does not say which key made it, so a repeat of
-- either finds its answer until the row expires. Only POST /v1/payment_methods stores an answer for a publishable key.
INSERT INTO "idempotency_keys" ("account_id", "mode", "key", "request_hash", "state", "resource_id", "response_status", "response_body", "response_version", "locked_until", "created_at", "expires_at")
SELECT "account_id", "mode", 'publishable' || chr(10) || "key", "request_hash", "state", "resource_id", "response_status", "response_body", "response_version", "locked_until", "created_at", "expires_at"
  FROM "idempotency_keys"
 WHERE "state" = 'finished' AND "response_body" LIKE '{"id":"pm\_%' AND "expires_at" > now()
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "idempotency_keys" ("account_id", "mode", "key", "request_hash", "state", "resource_id", "response_status", "response_body", "response_version", "locked_until", "created_at", "expires_at")
SELECT "account_id", "mode", 'dashboard' || chr(10) || substr("key", length('dashboard-') + 1), "request_hash", "state", "resource_id", "response_status", "response_body", "response_version", "locked_until", "created_at", "expires_at"
  FROM "idempotency_keys"
 WHERE "key" LIKE 'dashboard-%' AND "expires_at" > now() AND coalesce("response_body", '') NOT LIKE 'sealed:%'
ON CONFLICT DO NOTHING;
