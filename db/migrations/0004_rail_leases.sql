ALTER TABLE "mandates" ADD COLUMN "rail_held_by" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "rail_held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "rail_held_by" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "rail_held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "rail_held_by" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "rail_held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "rail_held_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "rail_held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "locked_until";