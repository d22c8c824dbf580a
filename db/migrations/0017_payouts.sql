CREATE TABLE "payout_balances" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_balances_account_id_mode_currency_pk" PRIMARY KEY("account_id","mode","currency"),
	CONSTRAINT "payout_balances_mode" CHECK ("payout_balances"."mode" in ('test', 'live')),
	CONSTRAINT "payout_balances_not_overdrawn" CHECK ("payout_balances"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payout_batches" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"format" text NOT NULL,
	"currency" text,
	"count" integer NOT NULL,
	"total" bigint NOT NULL,
	"accepted" integer NOT NULL,
	"accepted_total" bigint NOT NULL,
	"rejected" integer NOT NULL,
	"settled" integer DEFAULT 0 NOT NULL,
	"returned" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"canceled" integer DEFAULT 0 NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_batches_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "payout_batches_mode" CHECK ("payout_batches"."mode" in ('test', 'live')),
	CONSTRAINT "payout_batches_status_known" CHECK ("payout_batches"."status" in ('validating', 'rejected', 'processing', 'completed')),
	CONSTRAINT "payout_batches_format_known" CHECK ("payout_batches"."format" in ('json', 'csv', 'pain.001')),
	CONSTRAINT "payout_batches_parts" CHECK ("payout_batches"."accepted" + "payout_batches"."rejected" = "payout_batches"."count"),
	CONSTRAINT "payout_batches_outcomes" CHECK ("payout_batches"."settled" + "payout_batches"."returned" + "payout_batches"."failed" + "payout_batches"."canceled" <= "payout_batches"."accepted"
          and least("payout_batches"."settled", "payout_batches"."returned", "payout_batches"."failed", "payout_batches"."canceled") >= 0)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"beneficiary_name" text NOT NULL,
	"iban" text,
	"account_number" text,
	"sort_code" text,
	"bic" text,
	"country" text NOT NULL,
	"payee_verification" text,
	"rail_requested" text NOT NULL,
	"rail" text NOT NULL,
	"fallback_reason" text,
	"reference" text,
	"end_to_end_id" text NOT NULL,
	"reason_code" text,
	"batch_id" text collate "C",
	"batch_row" integer,
	"arrival_date" date NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"rail_reference" text,
	"rail_check_at" timestamp (3) with time zone,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payouts_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "payouts_mode" CHECK ("payouts"."mode" in ('test', 'live')),
	CONSTRAINT "payouts_status_known" CHECK ("payouts"."status" in ('pending', 'submitted', 'settled', 'returned', 'failed', 'canceled')),
	CONSTRAINT "payouts_rail_known" CHECK ("payouts"."rail" in ('sepa_instant', 'sepa_credit', 'faster_payments', 'npp', 'eft', 'direct_credit')),
	CONSTRAINT "payouts_rail_requested_known" CHECK ("payouts"."rail_requested" in ('sepa_instant', 'sepa_credit', 'faster_payments', 'npp', 'eft', 'direct_credit')),
	CONSTRAINT "payouts_amount_positive" CHECK ("payouts"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "payout_corridors" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "payout_batches_list" ON "payout_batches" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "payouts_list" ON "payouts" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "payouts_batch" ON "payouts" USING btree ("account_id","batch_id","id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "payouts_rail_check" ON "payouts" USING btree ("rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "ledger_transfers_payouts" ON "ledger_transfers" USING btree ("account_id","mode") WHERE kind in ('topup', 'payout', 'payout_settled', 'payout_released', 'payout_returned');