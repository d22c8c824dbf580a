ALTER TABLE "subscriptions" ADD COLUMN "billed_plan_id" text collate "C";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "billed_quantity" integer;