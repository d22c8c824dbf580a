ALTER TABLE "customers" ADD COLUMN "erasure_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "carried_keys" "bytea";--> statement-breakpoint
CREATE INDEX "customers_erasure" ON "customers" USING btree ("erasure_requested_at") WHERE erasure_requested_at is not null;