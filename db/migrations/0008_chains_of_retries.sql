-- Which payments are tries of one sale is not known of what was rolled up: the worker sums all outcomes anew, and until
-- it has, figures add them up themselves.
TRUNCATE "payment_retries", "outcome_rollups", "outcome_kind_sums", "outcome_kinds";--> statement-breakpoint
DELETE FROM "rollup_progress" WHERE rollup = 'outcomes';--> statement-breakpoint
ALTER TABLE "payment_retries" ALTER COLUMN "retry_of" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_retries" ADD COLUMN "created_at" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_retries" ADD COLUMN "chain" text collate "C" NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_retries" ADD COLUMN "declined" boolean NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_retries_successes" ON "payment_retries" USING btree ("account_id","chain","created_at","payment_id") WHERE recovered;--> statement-breakpoint
CREATE INDEX "payment_retries_declines" ON "payment_retries" USING btree ("account_id","chain","created_at","payment_id") WHERE declined;
