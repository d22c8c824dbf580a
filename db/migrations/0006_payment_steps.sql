ALTER TABLE "payments" ADD COLUMN "step" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "capture_amount" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_step_known" CHECK ("payments"."step" in ('capture', 'cancel', 'approve', 'refuse'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_capture_within" CHECK ("payments"."capture_amount" between 1 and "payments"."amount");