ALTER TABLE "settlements" ADD COLUMN "dispute_fees" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "settlements" s
   SET dispute_fees = f.fees
  FROM (SELECT account_id, mode, settlement_id, sum(dispute_fee) AS fees
          FROM balance_transactions
         WHERE dispute_fee > 0 AND settlement_id IS NOT NULL
         GROUP BY 1, 2, 3) f
 WHERE s.account_id = f.account_id AND s.mode = f.mode AND s.id = f.settlement_id;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_dispute_fees" CHECK (dispute_fees between 0 and chargebacks);
