CREATE TABLE "mail_messages" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text,
	"kind" text NOT NULL,
	"fact" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"lease_id" text,
	"envelope_id" text,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mail_messages_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "mail_messages_once" UNIQUE("account_id","fact","recipient"),
	CONSTRAINT "mail_messages_mode" CHECK ("mail_messages"."mode" in ('test', 'live')),
	CONSTRAINT "mail_messages_status" CHECK ("mail_messages"."status" in ('queued', 'sent', 'kept', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "origin" text DEFAULT 'event' NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "signed_with" text[];--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "last_failure_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "warned_hours" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "previous_secret_hint" text;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_messages_due" ON "mail_messages" USING btree ("next_attempt_at","id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "mail_messages_recipient" ON "mail_messages" USING btree ("recipient","sent_at");--> statement-breakpoint
CREATE INDEX "mail_messages_created" ON "mail_messages" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_origin_known" CHECK ("deliveries"."origin" in ('event', 'replay', 'test'));