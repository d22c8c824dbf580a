CREATE TABLE "ledger_blocks" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"number" bigint NOT NULL,
	"entries" integer NOT NULL,
	"ids" text[] NOT NULL,
	"hashes" "bytea" NOT NULL,
	"lowest_id" text collate "C" NOT NULL,
	"highest_id" text collate "C" NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_blocks_account_id_mode_number_pk" PRIMARY KEY("account_id","mode","number")
);
--> statement-breakpoint
CREATE TABLE "ledger_days" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"account" text NOT NULL,
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"debits" bigint NOT NULL,
	"credits" bigint NOT NULL,
	CONSTRAINT "ledger_days_account_id_mode_account_currency_day_pk" PRIMARY KEY("account_id","mode","account","currency","day")
);
--> statement-breakpoint
CREATE TABLE "ledger_unsealed" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"first_id" text collate "C" NOT NULL,
	"ids" text[] NOT NULL,
	"tx_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "ledger_unsealed_tx_id_first_id_pk" PRIMARY KEY("tx_id","first_id")
);
--> statement-breakpoint
CREATE INDEX "ledger_blocks_ids" ON "ledger_blocks" USING btree ("account_id","mode","highest_id");--> statement-breakpoint
ALTER TABLE "ledger_transfers" ADD CONSTRAINT "ledger_transfers_chart" CHECK ((kind, debit, credit) in (('capture', 'rail_clearing', 'merchant_balance'), ('refund', 'merchant_balance', 'rail_clearing'), ('refund_reversal', 'rail_clearing', 'merchant_balance'), ('interchange', 'merchant_balance', 'interchange_fees'), ('scheme_fee', 'merchant_balance', 'scheme_fees'), ('markup', 'merchant_balance', 'markup_fees'), ('commission', 'merchant_balance', 'commission_fees'), ('dispute', 'merchant_balance', 'rail_clearing'), ('dispute_fee', 'merchant_balance', 'dispute_fees'), ('dispute_reversal', 'rail_clearing', 'merchant_balance'), ('payment_failure', 'merchant_balance', 'rail_clearing'), ('settlement', 'merchant_balance', 'settlements_in_transit'), ('settlement_paid', 'settlements_in_transit', 'merchant_bank'), ('settlement_failure', 'settlements_in_transit', 'merchant_balance'), ('acquirer_receipt', 'merchant_bank', 'rail_clearing'), ('acquirer_payment', 'rail_clearing', 'merchant_bank'), ('interchange_paid', 'interchange_fees', 'merchant_bank'), ('scheme_fee_paid', 'scheme_fees', 'merchant_bank'), ('topup', 'payout_funds', 'payout_balance'), ('payout', 'payout_balance', 'payouts_in_transit'), ('payout_settled', 'payouts_in_transit', 'payout_funds'), ('payout_released', 'payouts_in_transit', 'payout_balance'), ('payout_returned', 'payout_funds', 'payout_balance')));--> statement-breakpoint
-- Transfers from before are sealed in the order of their ids.
INSERT INTO "ledger_unsealed" ("account_id", "mode", "first_id", "ids")
SELECT account_id, mode, min(id), array_agg(id ORDER BY id)
  FROM (SELECT account_id, mode, id, (row_number() OVER (PARTITION BY account_id, mode ORDER BY id) - 1) / 1000 AS part
          FROM ledger_transfers) parts
 GROUP BY account_id, mode, part;
