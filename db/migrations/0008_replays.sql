CREATE TABLE "replay_claims" (
	"account_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"replay_id" text collate "C" NOT NULL,
	CONSTRAINT "replay_claims_account_id_event_id_endpoint_id_pk" PRIMARY KEY("account_id","event_id","endpoint_id")
);
--> statement-breakpoint
CREATE TABLE "replay_items" (
	"account_id" text collate "C" NOT NULL,
	"replay_id" text collate "C" NOT NULL,
	"delivery_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"event_type" text NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"was" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"replay_delivery_id" text collate "C",
	"attempts_seen" smallint DEFAULT 0 NOT NULL,
	"response_status" integer,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "replay_items_account_id_replay_id_delivery_id_pk" PRIMARY KEY("account_id","replay_id","delivery_id"),
	CONSTRAINT "replay_items_state" CHECK ("replay_items"."state" in ('waiting', 'sent', 'delivered', 'failed', 'skipped'))
) PARTITION BY RANGE ("replay_id");
--> statement-breakpoint
CREATE TABLE "replay_lanes" (
	"account_id" text collate "C" NOT NULL,
	"replay_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"phase" text DEFAULT 'canary' NOT NULL,
	"reason" text,
	"total" integer NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"per_second" real DEFAULT 0 NOT NULL,
	"tokens" real DEFAULT 0 NOT NULL,
	"cautious" boolean DEFAULT false NOT NULL,
	"canary_ok" integer DEFAULT 0 NOT NULL,
	"recent_ok" real DEFAULT 0 NOT NULL,
	"recent_failed" real DEFAULT 0 NOT NULL,
	"paced_at" timestamp (3) with time zone,
	CONSTRAINT "replay_lanes_account_id_replay_id_endpoint_id_pk" PRIMARY KEY("account_id","replay_id","endpoint_id"),
	CONSTRAINT "replay_lanes_phase" CHECK ("replay_lanes"."phase" in ('canary', 'open', 'stopped'))
);
--> statement-breakpoint
CREATE TABLE "replays" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"endpoints" text[] NOT NULL,
	"types" text[] NOT NULL,
	"statuses" text[] NOT NULL,
	"dry_run" boolean NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"total" integer NOT NULL,
	"forecast" jsonb NOT NULL,
	"frozen" boolean DEFAULT false NOT NULL,
	"frozen_through" text,
	"due_at" timestamp (3) with time zone,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "replays_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "replays_mode" CHECK ("replays"."mode" in ('test', 'live')),
	CONSTRAINT "replays_status" CHECK ("replays"."status" in ('previewed', 'queued', 'running', 'paused', 'completed', 'canceled'))
);
--> statement-breakpoint
CREATE INDEX "replay_claims_replay" ON "replay_claims" USING btree ("account_id","replay_id");--> statement-breakpoint
CREATE INDEX "replay_items_next" ON "replay_items" USING btree ("account_id","replay_id","endpoint_id","state","delivery_id");--> statement-breakpoint
CREATE INDEX "replays_list" ON "replays" USING btree ("account_id","mode","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "replays_due" ON "replays" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "deliveries_replays" ON "deliveries" USING btree ("account_id","event_id","endpoint_id") WHERE replay_of is not null;