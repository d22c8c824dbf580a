CREATE TABLE "book_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
-- What the acquirer paid for the entries of settlements that arrived or came back before, and the fees that were paid on.
WITH received AS (
  INSERT INTO "ledger_transfers" ("account_id", "id", "mode", "kind", "debit", "credit", "amount", "currency", "source_id", "created_at")
  SELECT s.account_id, 'ltr_' || substr(s.id, 5, 10) || substr(md5(s.id || k.kind), 1, 14), s.mode, k.kind, k.debit, k.credit,
         k.amount, s.currency, s.id, coalesce(s.paid_at, s.updated_at)
    FROM "settlements" s
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(b.amount) FILTER (WHERE b.type <> 'settlement_failure'), 0)::bigint AS rail,
            coalesce(sum(b.interchange), 0)::bigint AS interchange, coalesce(sum(b.scheme_fee), 0)::bigint AS scheme_fee
       FROM "balance_transactions" b
      WHERE b.account_id = s.account_id AND b.mode = s.mode AND b.settlement_id = s.id) e
   CROSS JOIN LATERAL (VALUES ('acquirer_receipt', 'merchant_bank', 'rail_clearing', e.rail),
                              ('acquirer_payment', 'rail_clearing', 'merchant_bank', -e.rail),
                              ('interchange_paid', 'interchange_fees', 'merchant_bank', e.interchange),
                              ('scheme_fee_paid', 'scheme_fees', 'merchant_bank', e.scheme_fee)) k(kind, debit, credit, amount)
   WHERE s.status IN ('paid', 'failed') AND k.amount > 0
     AND EXISTS (SELECT FROM "ledger_transfers" t WHERE t.account_id = s.account_id AND t.source_id = s.id collate "default" AND t.kind = 'settlement')
  RETURNING account_id, mode, id
)
INSERT INTO "ledger_unsealed" ("account_id", "mode", "first_id", "ids")
SELECT account_id, mode, min(id), array_agg(id ORDER BY id)
  FROM (SELECT account_id, mode, id, (row_number() OVER (PARTITION BY account_id, mode ORDER BY id) - 1) / 1000 AS part FROM received) parts
 GROUP BY account_id, mode, part;
