CREATE TABLE "balance_transactions" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"type" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"interchange" bigint DEFAULT 0 NOT NULL,
	"scheme_fee" bigint DEFAULT 0 NOT NULL,
	"markup" bigint DEFAULT 0 NOT NULL,
	"commission" bigint DEFAULT 0 NOT NULL,
	"dispute_fee" bigint DEFAULT 0 NOT NULL,
	"fee" bigint GENERATED ALWAYS AS (interchange + scheme_fee + markup + commission + dispute_fee) STORED NOT NULL,
	"net" bigint GENERATED ALWAYS AS (amount - interchange - scheme_fee - markup - commission - dispute_fee) STORED NOT NULL,
	"region" text,
	"card_product" text,
	"consumer_or_commercial" text,
	"interchange_rate_bp" integer,
	"interchange_fixed" bigint,
	"source_id" text NOT NULL,
	"payment_id" text collate "C",
	"available_on" timestamp (3) with time zone NOT NULL,
	"settlement_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tx_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "balance_transactions_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "balance_transactions_mode" CHECK ("balance_transactions"."mode" in ('test', 'live')),
	CONSTRAINT "balance_transactions_type_known" CHECK ("balance_transactions"."type" in ('charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'settlement_failure', 'adjustment')),
	CONSTRAINT "balance_transactions_fees_not_negative" CHECK (least(interchange, scheme_fee, markup, commission, dispute_fee) >= 0)
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"gross" bigint NOT NULL,
	"interchange" bigint NOT NULL,
	"scheme_fee" bigint NOT NULL,
	"markup" bigint NOT NULL,
	"commission" bigint NOT NULL,
	"refunds" bigint NOT NULL,
	"chargebacks" bigint NOT NULL,
	"adjustments" bigint NOT NULL,
	"net" bigint NOT NULL,
	"transaction_count" integer NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"arrival_date" date NOT NULL,
	"bank_account_last4" text NOT NULL,
	"failure_reason" text,
	"rail_check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settlements_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "settlements_mode" CHECK ("settlements"."mode" in ('test', 'live')),
	CONSTRAINT "settlements_status_known" CHECK ("settlements"."status" in ('scheduled', 'paid', 'failed')),
	CONSTRAINT "settlements_add_up" CHECK (net = gross - interchange - scheme_fee - markup - commission - refunds - chargebacks + adjustments),
	CONSTRAINT "settlements_signs" CHECK (least(gross, interchange, scheme_fee, markup, commission, refunds, chargebacks) >= 0),
	CONSTRAINT "settlements_pay_out" CHECK ("settlements"."net" > 0)
);
--> statement-breakpoint
CREATE TABLE "book_checks" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"subject" text NOT NULL,
	"agrees" boolean NOT NULL,
	"figures" jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "book_checks_account_id_mode_subject_pk" PRIMARY KEY("account_id","mode","subject"),
	CONSTRAINT "book_checks_mode" CHECK ("book_checks"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "cost_rollups" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"dimension" text NOT NULL,
	"grain" smallint NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"currency" text NOT NULL,
	"value" text NOT NULL,
	"charges" bigint DEFAULT 0 NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"interchange" bigint DEFAULT 0 NOT NULL,
	"scheme_fee" bigint DEFAULT 0 NOT NULL,
	"markup" bigint DEFAULT 0 NOT NULL,
	"commission" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "cost_rollups_pk" PRIMARY KEY("account_id","mode","dimension","grain","bucket","currency","value")
);
--> statement-breakpoint
CREATE TABLE "download_pieces" (
	"account_id" text collate "C" NOT NULL,
	"download_id" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "download_pieces_account_id_download_id_number_pk" PRIMARY KEY("account_id","download_id","number")
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"prepared" boolean DEFAULT false NOT NULL,
	"report_type" text NOT NULL,
	"layout" text NOT NULL,
	"query" jsonb NOT NULL,
	"requested_by" text NOT NULL,
	"row_count" bigint DEFAULT 0 NOT NULL,
	"byte_count" bigint DEFAULT 0 NOT NULL,
	"sha256" text,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "downloads_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "downloads_mode" CHECK ("downloads"."mode" in ('test', 'live')),
	CONSTRAINT "downloads_status_known" CHECK ("downloads"."status" in ('running', 'ready', 'failed', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "outcome_rollups" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"dimension" text NOT NULL,
	"grain" smallint NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"currency" text NOT NULL,
	"value" text NOT NULL,
	"approved" bigint DEFAULT 0 NOT NULL,
	"declined" bigint DEFAULT 0 NOT NULL,
	"soft_declined" bigint DEFAULT 0 NOT NULL,
	"authentication_failed" bigint DEFAULT 0 NOT NULL,
	"abandoned" bigint DEFAULT 0 NOT NULL,
	"recovered" bigint DEFAULT 0 NOT NULL,
	"approved_amount" bigint DEFAULT 0 NOT NULL,
	"declined_amount" bigint DEFAULT 0 NOT NULL,
	"soft_declined_amount" bigint DEFAULT 0 NOT NULL,
	"recovered_amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "outcome_rollups_pk" PRIMARY KEY("account_id","mode","dimension","grain","bucket","currency","value")
);
--> statement-breakpoint
CREATE TABLE "payment_outcomes" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"outcome" text NOT NULL,
	"weight" smallint DEFAULT 1 NOT NULL,
	"tx_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "payment_outcomes_pk" PRIMARY KEY("tx_id","account_id","payment_id","outcome","weight"),
	CONSTRAINT "payment_outcomes_known" CHECK ("payment_outcomes"."outcome" in ('approved', 'declined', 'authentication_failed', 'abandoned'))
);
--> statement-breakpoint
CREATE TABLE "payment_retries" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"retry_of" text collate "C" NOT NULL,
	"recovered" boolean NOT NULL,
	CONSTRAINT "payment_retries_account_id_payment_id_pk" PRIMARY KEY("account_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "rollup_progress" (
	"rollup" text PRIMARY KEY NOT NULL,
	"rolled_to" "xid8" NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_clocks" (
	"account_id" text collate "C" PRIMARY KEY NOT NULL,
	"ahead_ms" bigint DEFAULT 0 NOT NULL,
	"target_ms" bigint DEFAULT 0 NOT NULL,
	"lease_id" text,
	"leased_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_clocks_forward" CHECK ("sandbox_clocks"."ahead_ms" >= 0 and "sandbox_clocks"."target_ms" >= "sandbox_clocks"."ahead_ms")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "outcome" text;--> statement-breakpoint
CREATE UNIQUE INDEX "balance_transactions_source" ON "balance_transactions" USING btree ("account_id","source_id","type");--> statement-breakpoint
CREATE INDEX "balance_transactions_created" ON "balance_transactions" USING btree ("account_id","mode","created_at","id");--> statement-breakpoint
CREATE INDEX "balance_transactions_unsettled" ON "balance_transactions" USING btree ("account_id","mode","created_at") WHERE settlement_id is null;--> statement-breakpoint
CREATE INDEX "balance_transactions_settlement" ON "balance_transactions" USING btree ("account_id","settlement_id","id") WHERE settlement_id is not null;--> statement-breakpoint
CREATE INDEX "balance_transactions_written" ON "balance_transactions" USING btree ("tx_id");--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_cutoff" ON "settlements" USING btree ("account_id","mode","currency","period_end");--> statement-breakpoint
CREATE INDEX "settlements_arrival" ON "settlements" USING btree ("account_id","mode","arrival_date","id");--> statement-breakpoint
CREATE INDEX "settlements_rail_check" ON "settlements" USING btree ("rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "downloads_running" ON "downloads" USING btree ("created_at") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "payment_retries_of" ON "payment_retries" USING btree ("account_id","retry_of");--> statement-breakpoint
CREATE INDEX "payments_declined_card" ON "payments" USING btree ("account_id","mode","card_fingerprint","created_at") WHERE outcome = 'declined';--> statement-breakpoint
CREATE INDEX "payments_declined_customer" ON "payments" USING btree ("account_id","mode","customer_id","created_at") WHERE outcome = 'declined' and customer_id is not null;--> statement-breakpoint
CREATE INDEX "payments_settlement" ON "payments" USING btree ("account_id","settlement_id","id") WHERE settlement_id is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_outcome_known" CHECK ("payments"."outcome" in ('approved', 'declined', 'authentication_failed', 'abandoned'));--> statement-breakpoint
-- What was booked before costs were: every transfer of old is one movement without a fee.
INSERT INTO balance_transactions
       (account_id, id, mode, type, currency, amount, source_id, payment_id, available_on, created_at)
SELECT t.account_id, 'txn_' || substr(t.id, 5), t.mode,
       CASE t.kind WHEN 'capture' THEN 'charge' WHEN 'refund' THEN 'refund' ELSE 'refund_failure' END,
       t.currency, CASE t.kind WHEN 'refund' THEN -t.amount ELSE t.amount END, t.source_id,
       CASE t.kind WHEN 'capture' THEN t.source_id ELSE r.payment_id END,
       date_trunc('day', t.created_at, 'UTC') + interval '1 day', t.created_at
  FROM ledger_transfers t
  LEFT JOIN refunds r ON r.account_id = t.account_id AND r.id = t.source_id;--> statement-breakpoint
UPDATE payments SET outcome = CASE
         WHEN status IN ('succeeded', 'requires_capture') THEN 'approved'
         WHEN status = 'failed' AND decline_code IN ('authentication_required', 'authentication_error') AND sca = '3ds2' THEN 'authentication_failed'
         WHEN status = 'failed' THEN 'declined'
         WHEN sca = '3ds2' THEN 'abandoned'
         ELSE 'approved' END
 WHERE status IN ('succeeded', 'requires_capture', 'failed', 'canceled');--> statement-breakpoint
INSERT INTO payment_outcomes (account_id, mode, payment_id, outcome)
SELECT account_id, mode, id, outcome FROM payments WHERE outcome IS NOT NULL;
