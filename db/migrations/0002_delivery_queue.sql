DROP INDEX "deliveries_due";--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "data" SET DATA TYPE json;--> statement-breakpoint
CREATE INDEX "deliveries_queue" ON "deliveries" USING btree ("status","endpoint_id","next_attempt_at","id") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_failing" ON "webhook_endpoints" USING btree ("failing_since") WHERE failing_since is not null and status = 'enabled';