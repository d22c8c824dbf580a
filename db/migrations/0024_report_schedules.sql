CREATE TABLE "report_schedules" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"interval" text NOT NULL,
	"report_type" text NOT NULL,
	"layout" text NOT NULL,
	"timezone" text NOT NULL,
	"query" jsonb NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"mail_to" text[] NOT NULL,
	"next_from" date NOT NULL,
	"due_at" timestamp (3) with time zone,
	"last_report_id" text collate "C",
	"created_by" text NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_schedules_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "report_schedules_mode" CHECK ("report_schedules"."mode" in ('test', 'live')),
	CONSTRAINT "report_schedules_interval_known" CHECK ("report_schedules"."interval" in ('daily', 'weekly', 'monthly')),
	CONSTRAINT "report_schedules_due_active" CHECK ("report_schedules"."active" = ("report_schedules"."due_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "downloads" ADD COLUMN "schedule_id" text collate "C";--> statement-breakpoint
CREATE INDEX "report_schedules_due" ON "report_schedules" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "report_schedules_owner_due" ON "report_schedules" USING btree ("account_id","mode","due_at") WHERE due_at is not null;