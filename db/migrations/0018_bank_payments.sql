ALTER TABLE "balance_transactions" DROP CONSTRAINT "balance_transactions_type_known";--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "bank_country" text;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "bank_last4" text;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "bank_code" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "rail_token" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "bank_payment" jsonb;--> statement-breakpoint
ALTER TABLE "balance_transactions" ADD CONSTRAINT "balance_transactions_type_known" CHECK ("balance_transactions"."type" in ('charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'settlement_failure', 'payment_failure', 'adjustment'));--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_bank_last4" CHECK (length("payment_methods"."bank_last4") = 4);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_bank_payment" CHECK (("payments"."bank_payment" is not null) = ("payments"."method" = 'bank_payment'));