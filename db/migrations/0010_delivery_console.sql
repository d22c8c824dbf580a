DROP INDEX "events_list";--> statement-breakpoint
DROP INDEX "events_type";--> statement-breakpoint
DROP INDEX "events_object";--> statement-breakpoint
DROP INDEX "deliveries_list";--> statement-breakpoint
DROP INDEX "deliveries_endpoint";--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "certificate" jsonb;--> statement-breakpoint
CREATE INDEX "deliveries_type" ON "deliveries" USING btree ("account_id","mode","event_type","id");--> statement-breakpoint
CREATE INDEX "deliveries_status" ON "deliveries" USING btree ("account_id","mode","status","id") WHERE status not in ('pending', 'delivered');--> statement-breakpoint
CREATE INDEX "deliveries_endpoint_status" ON "deliveries" USING btree ("account_id","endpoint_id","status","id") WHERE status not in ('pending', 'delivered');--> statement-breakpoint
CREATE INDEX "deliveries_cause" ON "deliveries" USING btree ("account_id","mode","last_failure_cause","id") WHERE last_failure_cause is not null;--> statement-breakpoint
CREATE INDEX "deliveries_unanswered" ON "deliveries" USING btree ("account_id","mode","id") WHERE last_failure_cause is not null and last_response_status is null;--> statement-breakpoint
CREATE INDEX "events_list" ON "events" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("account_id","mode","type","id");--> statement-breakpoint
CREATE INDEX "events_object" ON "events" USING btree ("account_id","object_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_list" ON "deliveries" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "deliveries_endpoint" ON "deliveries" USING btree ("account_id","endpoint_id","id");