ALTER TABLE "webhook_endpoints" ADD COLUMN "headers" "bytea";--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "header_hints" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "deliveries_replayed" ON "deliveries" USING btree ("account_id","mode","id") WHERE origin = 'replay';