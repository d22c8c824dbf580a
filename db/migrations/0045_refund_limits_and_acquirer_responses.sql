ALTER TABLE "accounts" ADD COLUMN "refund_limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "acquirer_response" jsonb;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "refunded_by" text;