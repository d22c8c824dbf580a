CREATE TABLE "object_notes" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"object_id" text collate "C" NOT NULL,
	"author_id" text NOT NULL,
	"text" text NOT NULL,
	"mentions" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp (3) with time zone,
	CONSTRAINT "object_notes_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "object_notes_mode" CHECK ("object_notes"."mode" in ('test', 'live')),
	CONSTRAINT "object_notes_kind" CHECK ("object_notes"."kind" in ('payment', 'customer', 'dispute', 'payout'))
);
--> statement-breakpoint
CREATE TABLE "object_tags" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"object_id" text collate "C" NOT NULL,
	"key" text NOT NULL,
	"tag" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "object_tags_account_id_object_id_key_pk" PRIMARY KEY("account_id","object_id","key"),
	CONSTRAINT "object_tags_mode" CHECK ("object_tags"."mode" in ('test', 'live')),
	CONSTRAINT "object_tags_kind" CHECK ("object_tags"."kind" in ('payment', 'customer', 'dispute', 'payout'))
);
--> statement-breakpoint
CREATE TABLE "bulk_items" (
	"account_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"object_id" text collate "C" NOT NULL,
	"amount" bigint,
	"currency" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"refusal" text,
	"result_id" text collate "C",
	CONSTRAINT "bulk_items_account_id_job_id_object_id_pk" PRIMARY KEY("account_id","job_id","object_id"),
	CONSTRAINT "bulk_items_state_known" CHECK ("bulk_items"."state" in ('waiting', 'begun', 'done', 'unchanged', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "bulk_jobs" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb NOT NULL,
	"status" text NOT NULL,
	"created_by" text NOT NULL,
	"created_by_name" text NOT NULL,
	"undo_of" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "bulk_jobs_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "bulk_jobs_undone_once" UNIQUE("account_id","undo_of"),
	CONSTRAINT "bulk_jobs_mode" CHECK ("bulk_jobs"."mode" in ('test', 'live')),
	CONSTRAINT "bulk_jobs_action_known" CHECK ("bulk_jobs"."action" in ('tag', 'refund')),
	CONSTRAINT "bulk_jobs_kind_known" CHECK ("bulk_jobs"."kind" in ('payment', 'customer', 'dispute', 'payout')),
	CONSTRAINT "bulk_jobs_status_known" CHECK ("bulk_jobs"."status" in ('running', 'completed', 'stopped'))
);
--> statement-breakpoint
ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind";--> statement-breakpoint
ALTER TABLE "alerts" ALTER COLUMN "rule_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_account_id_job_id_bulk_jobs_account_id_id_fk" FOREIGN KEY ("account_id","job_id") REFERENCES "public"."bulk_jobs"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "object_notes_object" ON "object_notes" USING btree ("account_id","object_id","id");--> statement-breakpoint
CREATE INDEX "object_tags_key" ON "object_tags" USING btree ("account_id","mode","kind","key","object_id");--> statement-breakpoint
CREATE INDEX "bulk_items_open" ON "bulk_items" USING btree ("account_id","job_id","object_id") WHERE state in ('waiting', 'begun');--> statement-breakpoint
CREATE INDEX "bulk_jobs_list" ON "bulk_jobs" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "bulk_jobs_due" ON "bulk_jobs" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "bulk_jobs_owner_due" ON "bulk_jobs" USING btree ("account_id","mode","due_at") WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind" CHECK ("alerts"."kind" in ('approvals_fell', 'decline_rate', 'endpoint_failing', 'endpoint_disabled', 'disputes_due', 'payout_returned', 'settlement_failed', 'books_disagree', 'key_new_address', 'mention'));