CREATE TABLE "retry_items" (
	"account_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"retry_id" text collate "C",
	"refusal" text,
	CONSTRAINT "retry_items_account_id_job_id_payment_id_pk" PRIMARY KEY("account_id","job_id","payment_id"),
	CONSTRAINT "retry_items_state_known" CHECK ("retry_items"."state" in ('waiting', 'retried', 'refused')),
	CONSTRAINT "retry_items_refusal_known" CHECK ("retry_items"."refusal" in ('not_declined', 'taken_back', 'hard_decline', 'wrong_data', 'paid_since', 'under_way', 'tried_since', 'too_old', 'invoice_closed', 'needs_payer', 'must_authenticate', 'method_ended', 'scheme_limit', 'retry_limit'))
);
--> statement-breakpoint
CREATE TABLE "retry_jobs" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "retry_jobs_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "retry_jobs_mode" CHECK ("retry_jobs"."mode" in ('test', 'live')),
	CONSTRAINT "retry_jobs_status_known" CHECK ("retry_jobs"."status" in ('running', 'completed', 'stopped'))
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "retry_of" text collate "C";--> statement-breakpoint
ALTER TABLE "retry_items" ADD CONSTRAINT "retry_items_account_id_job_id_retry_jobs_account_id_id_fk" FOREIGN KEY ("account_id","job_id") REFERENCES "public"."retry_jobs"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retry_items_waiting" ON "retry_items" USING btree ("account_id","job_id","payment_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "retry_jobs_list" ON "retry_jobs" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "retry_jobs_due" ON "retry_jobs" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "retry_jobs_owner_due" ON "retry_jobs" USING btree ("account_id","mode","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_retry_of" ON "payments" USING btree ("account_id","retry_of") WHERE retry_of is not null;