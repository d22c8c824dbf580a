CREATE TABLE "cost_pair_sums" (
	"pair" uuid NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"tx_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"hours" smallint[] NOT NULL,
	"charges" bigint[],
	"amount" bigint[],
	"interchange" bigint[],
	"scheme_fee" bigint[],
	"markup" bigint[],
	"commission" bigint[],
	"max_fee" bigint[],
	CONSTRAINT "cost_pair_sums_pk" PRIMARY KEY("pair","day","tx_id")
);
--> statement-breakpoint
CREATE TABLE "cost_pairs" (
	"key" uuid PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"pair" smallint NOT NULL,
	"method" text,
	"region" text,
	"card_product" text,
	"scheme" text,
	"funding" text,
	"consumer_or_commercial" text,
	"issuer_country" text
);
--> statement-breakpoint
CREATE TABLE "outcome_pair_sums" (
	"pair" uuid NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"tx_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"hours" smallint[] NOT NULL,
	"approved" bigint[],
	"declined" bigint[],
	"soft_declined" bigint[],
	"authentication_failed" bigint[],
	"abandoned" bigint[],
	"recovered" bigint[],
	"approved_amount" bigint[],
	"declined_amount" bigint[],
	"soft_declined_amount" bigint[],
	"recovered_amount" bigint[],
	CONSTRAINT "outcome_pair_sums_pk" PRIMARY KEY("pair","day","tx_id")
);
--> statement-breakpoint
CREATE TABLE "outcome_pairs" (
	"key" uuid PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"pair" smallint NOT NULL,
	"method" text,
	"scheme" text,
	"funding" text,
	"issuer_country" text,
	"sca" text,
	"exemption_outcome" text,
	"amount_band" text
);
--> statement-breakpoint
CREATE TABLE "paired_weeks" (
	"rollup" text NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"week" timestamp (3) with time zone NOT NULL,
	"paired" boolean,
	CONSTRAINT "paired_weeks_pk" PRIMARY KEY("rollup","account_id","mode","week")
);
--> statement-breakpoint
CREATE INDEX "cost_pairs_own" ON "cost_pairs" USING btree ("account_id","mode","currency","pair");--> statement-breakpoint
CREATE INDEX "outcome_pairs_own" ON "outcome_pairs" USING btree ("account_id","mode","currency","pair");--> statement-breakpoint
CREATE INDEX "paired_weeks_due" ON "paired_weeks" USING btree ("rollup","week") WHERE paired is null;--> statement-breakpoint
-- Every week with sums is to be looked at. No rollup may add to them meanwhile.
SELECT 1 FROM "rollup_progress" FOR UPDATE;--> statement-breakpoint
INSERT INTO "paired_weeks" (rollup, account_id, mode, week)
SELECT DISTINCT 'outcomes', account_id, mode, date_bin('7 days', bucket, timestamptz '2000-01-03 00:00:00Z')
  FROM "outcome_rollups" WHERE dimension = 'all' AND grain = 2
UNION ALL
SELECT DISTINCT 'costs', account_id, mode, date_bin('7 days', bucket, timestamptz '2000-01-03 00:00:00Z')
  FROM "cost_rollups" WHERE dimension = 'all' AND grain = 2;
