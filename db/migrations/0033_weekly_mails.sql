CREATE TABLE "weekly_mails" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"id" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"next_from" date NOT NULL,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "weekly_mails_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "weekly_mails_mode" CHECK ("weekly_mails"."mode" in ('test', 'live'))
);
--> statement-breakpoint
ALTER TABLE "weekly_mails" ADD CONSTRAINT "weekly_mails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "weekly_mails_due" ON "weekly_mails" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "weekly_mails_turns" ON "weekly_mails" USING btree ("account_id","mode","due_at") WHERE due_at is not null;--> statement-breakpoint
-- Accounts get the first e-mail after the week in which they are upgraded.
INSERT INTO "weekly_mails" ("account_id", "mode", "id", "next_from", "due_at")
SELECT "id", 'live', 'figures', "monday",
       (("monday" + 7)::timestamp AT TIME ZONE "timezone") + interval '15 minutes'
  FROM (SELECT "id", "timezone", date_trunc('week', now() AT TIME ZONE "timezone")::date AS "monday" FROM "accounts") "week";
