CREATE TABLE "alert_channels" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"hint" text NOT NULL,
	"url" "bytea" NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_channels_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "alert_channels_mode" CHECK ("alert_channels"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "alert_inbox" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"user_id" text NOT NULL,
	"alert_id" text collate "C" NOT NULL,
	"mailed" boolean NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "alert_inbox_account_id_mode_user_id_alert_id_pk" PRIMARY KEY("account_id","mode","user_id","alert_id")
);
--> statement-breakpoint
CREATE TABLE "alert_posts" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"id" text collate "C" NOT NULL,
	"channel_id" text collate "C" NOT NULL,
	"alert_id" text collate "C",
	"title" text NOT NULL,
	"why" text NOT NULL,
	"url" text NOT NULL,
	"action" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "alert_posts_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "alert_posts_mode" CHECK ("alert_posts"."mode" in ('test', 'live')),
	CONSTRAINT "alert_posts_status" CHECK ("alert_posts"."status" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "alert_preferences" (
	"account_id" text collate "C" NOT NULL,
	"user_id" text NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"digest_at" text,
	CONSTRAINT "alert_preferences_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"roles" text[] NOT NULL,
	"members" text[] DEFAULT '{}' NOT NULL,
	"mail" boolean DEFAULT true NOT NULL,
	"channel_id" text collate "C",
	"muted_until" timestamp (3) with time zone,
	"muted_by" text,
	"fired_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_rules_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "alert_rules_mode" CHECK ("alert_rules"."mode" in ('test', 'live')),
	CONSTRAINT "alert_rules_kind" CHECK ("alert_rules"."kind" in ('approvals_fell', 'decline_rate', 'endpoint_failing', 'endpoint_disabled', 'disputes_due', 'payout_returned', 'settlement_failed', 'books_disagree', 'key_new_address'))
);
--> statement-breakpoint
CREATE TABLE "alert_watches" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"id" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"wakes" integer DEFAULT 0 NOT NULL,
	"rates" boolean DEFAULT false NOT NULL,
	CONSTRAINT "alert_watches_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "alert_watches_mode" CHECK ("alert_watches"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"id" text collate "C" NOT NULL,
	"rule_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"why" text NOT NULL,
	"path" text NOT NULL,
	"action" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"muted" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alerts_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "alerts_once" UNIQUE("account_id","mode","kind","key"),
	CONSTRAINT "alerts_mode" CHECK ("alerts"."mode" in ('test', 'live')),
	CONSTRAINT "alerts_kind" CHECK ("alerts"."kind" in ('approvals_fell', 'decline_rate', 'endpoint_failing', 'endpoint_disabled', 'disputes_due', 'payout_returned', 'settlement_failed', 'books_disagree', 'key_new_address'))
);
--> statement-breakpoint
CREATE TABLE "api_key_addresses" (
	"account_id" text collate "C" NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"address" text NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "api_key_addresses_account_id_key_id_address_pk" PRIMARY KEY("account_id","key_id","address")
);
--> statement-breakpoint
CREATE TABLE "endpoint_outages" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"hours" smallint NOT NULL,
	CONSTRAINT "endpoint_outages_account_id_mode_since_endpoint_id_pk" PRIMARY KEY("account_id","mode","since","endpoint_id"),
	CONSTRAINT "endpoint_outages_mode" CHECK ("endpoint_outages"."mode" in ('test', 'live'))
);
--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "digest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_inbox" ADD CONSTRAINT "alert_inbox_alert_fk" FOREIGN KEY ("account_id","mode","alert_id") REFERENCES "public"."alerts"("account_id","mode","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_addresses" ADD CONSTRAINT "api_key_addresses_account_id_key_id_api_keys_account_id_id_fk" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_inbox_alert" ON "alert_inbox" USING btree ("account_id","mode","alert_id");--> statement-breakpoint
CREATE INDEX "alert_inbox_unread" ON "alert_inbox" USING btree ("account_id","mode","user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "alert_posts_due" ON "alert_posts" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "alert_posts_turns" ON "alert_posts" USING btree ("account_id","mode","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "alert_posts_channel" ON "alert_posts" USING btree ("account_id","mode","channel_id","id");--> statement-breakpoint
CREATE INDEX "alert_posts_alert" ON "alert_posts" USING btree ("account_id","mode","alert_id");--> statement-breakpoint
CREATE INDEX "alert_posts_created" ON "alert_posts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "alert_watches_due" ON "alert_watches" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "alert_watches_turns" ON "alert_watches" USING btree ("account_id","mode","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "alerts_rule" ON "alerts" USING btree ("account_id","mode","rule_id","id");--> statement-breakpoint
CREATE INDEX "alerts_created" ON "alerts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "alerts_open_endpoints" ON "alerts" USING btree ("account_id") WHERE kind = 'endpoint_failing' and resolved_at is null;--> statement-breakpoint
CREATE INDEX "api_key_addresses_first" ON "api_key_addresses" USING btree ("account_id","first_at");--> statement-breakpoint
CREATE INDEX "api_key_addresses_last" ON "api_key_addresses" USING btree ("last_at");--> statement-breakpoint
-- Accounts get the rules with which new ones begin.
INSERT INTO "alert_rules" ("account_id", "mode", "id", "kind", "params", "roles")
SELECT a."id", m."mode", 'alr_' || lpad(r."n"::text, 10, '0') || substr(md5(a."id" || m."mode" || random()), 1, 14),
       r."kind", r."params", r."roles"
  FROM "accounts" a
 CROSS JOIN (VALUES ('test'), ('live')) m ("mode")
 CROSS JOIN (VALUES
         (1, 'approvals_fell', '{}'::jsonb, '{owner,admin}'::text[]),
         (2, 'endpoint_failing', '{"hours": 24}'::jsonb, '{owner,developer}'::text[]),
         (3, 'endpoint_failing', '{"hours": 48}'::jsonb, '{owner,developer}'::text[]),
         (4, 'endpoint_disabled', '{}'::jsonb, '{owner,admin,developer}'::text[]),
         (5, 'disputes_due', '{"days": 2}'::jsonb, '{owner,finance,support}'::text[]),
         (6, 'payout_returned', '{}'::jsonb, '{owner,finance}'::text[]),
         (7, 'settlement_failed', '{}'::jsonb, '{owner,finance}'::text[]),
         (8, 'books_disagree', '{}'::jsonb, '{owner,finance}'::text[]),
         (9, 'key_new_address', '{}'::jsonb, '{owner,admin,developer}'::text[])
       ) r ("n", "kind", "params", "roles");--> statement-breakpoint
-- Addresses of the last month are known.
INSERT INTO "api_key_addresses" ("account_id", "key_id", "address", "first_at", "last_at")
SELECT "account_id", "key_id", "address", min("start"), max("last_at")
  FROM "api_key_callers" WHERE "per" = 'hour' AND "address" NOT IN ('', 'other') GROUP BY 1, 2, 3;--> statement-breakpoint
-- Reminders of disputes that are open.
INSERT INTO "alert_watches" ("account_id", "mode", "id", "due_at", "wakes")
SELECT DISTINCT "account_id", "mode", 'rules', now(), 1 FROM "disputes" WHERE "status" = 'needs_response';
