DROP INDEX "payments_rail_pending";--> statement-breakpoint
DROP INDEX "refunds_rail_pending";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "rail_check_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "stored_credential" text DEFAULT 'first' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "rail_check_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "rail_reference" text;--> statement-breakpoint
CREATE INDEX "payments_method" ON "payments" USING btree ("account_id","payment_method_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_last4" ON "payments" USING btree ("account_id","mode","card_last4","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_rail_check" ON "payments" USING btree ("rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "refunds_rail_check" ON "refunds" USING btree ("rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
ALTER TABLE "payments" DROP COLUMN "rail_pending_since";--> statement-breakpoint
ALTER TABLE "refunds" DROP COLUMN "rail_pending_since";