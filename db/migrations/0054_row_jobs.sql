ALTER TABLE "bulk_items" DROP CONSTRAINT "bulk_items_state_known";--> statement-breakpoint
ALTER TABLE "retry_items" DROP CONSTRAINT "retry_items_state_known";--> statement-breakpoint
DROP INDEX "retry_items_waiting";--> statement-breakpoint
ALTER TABLE "bulk_items" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retry_items" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "retry_items_open" ON "retry_items" USING btree ("account_id","job_id","payment_id") WHERE state in ('waiting', 'begun');--> statement-breakpoint
UPDATE "retry_items" SET "state" = 'done' WHERE "state" = 'retried';--> statement-breakpoint
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_state_known" CHECK ("bulk_items"."state" in ('waiting', 'begun', 'done', 'unchanged', 'refused', 'failed'));--> statement-breakpoint
ALTER TABLE "retry_items" ADD CONSTRAINT "retry_items_state_known" CHECK ("retry_items"."state" in ('waiting', 'begun', 'done', 'unchanged', 'refused', 'failed'));