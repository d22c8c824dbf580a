ALTER TABLE "settlements" ADD COLUMN "paid_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "bank_reference" text;--> statement-breakpoint
-- The ledger has the moment of each arrival. One that arrived before its day (simulated) has arrived on that earlier day.
UPDATE "settlements" s
   SET paid_at = p.at,
       arrival_date = least(s.arrival_date, (p.at at time zone 'UTC')::date)
  FROM (SELECT account_id, mode, id,
               coalesce((SELECT min(t.created_at) FROM ledger_transfers t
                          WHERE t.account_id = settlements.account_id
                            AND t.source_id = settlements.id collate "default"
                            AND t.kind = 'settlement_paid'),
                        arrival_date::timestamp at time zone 'UTC') AS at
          FROM settlements WHERE status = 'paid') p
 WHERE s.account_id = p.account_id AND s.mode = p.mode AND s.id = p.id;--> statement-breakpoint
UPDATE "settlements" SET bank_reference = 'PD' || upper(right(id, 16)) WHERE mode = 'test';--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "arrives_at" timestamp (3) with time zone GENERATED ALWAYS AS (coalesce(paid_at, arrival_date::timestamp at time zone 'UTC')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "settlements_arrives" ON "settlements" USING btree ("account_id","mode","arrives_at","id");--> statement-breakpoint
CREATE INDEX "settlements_bank_reference" ON "settlements" USING btree ("account_id","mode","bank_reference") WHERE bank_reference is not null;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_paid_at" CHECK (("settlements"."status" = 'paid') = ("settlements"."paid_at" is not null));
