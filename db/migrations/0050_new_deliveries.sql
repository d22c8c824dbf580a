CREATE TABLE "new_deliveries" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"event_type" text NOT NULL,
	"object_id" text NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tx_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "new_deliveries_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "new_deliveries_mode" CHECK ("new_deliveries"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE INDEX "new_deliveries_tx" ON "new_deliveries" USING btree ("tx_id","id");--> statement-breakpoint
CREATE VIEW "all_deliveries" AS (
  select account_id, id, mode, event_id, event_type, object_id, endpoint_id, status, attempt_count,
         next_attempt_at, leased_until, lease_id, last_response_status, last_failure_cause,
         replay_of, origin, created_at, finished_at
    from deliveries
  union all
  select account_id, id, mode, event_id, event_type, object_id, endpoint_id, 'pending'::text, 0::smallint,
         created_at, null::timestamp(3) with time zone, null::text, null::integer, null::text,
         null::text collate "C", 'event'::text, created_at, null::timestamp(3) with time zone
    from new_deliveries);--> statement-breakpoint
-- Rows live for milliseconds: vacuum often, and never wait for the lock that shortens the file.
ALTER TABLE "new_deliveries" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000, vacuum_truncate = off);
