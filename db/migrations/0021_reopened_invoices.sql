DROP INDEX "invoices_one_open";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "reopened_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_open" ON "invoices" USING btree ("account_id","subscription_id") WHERE status = 'open' and reopened_at is null;