CREATE TABLE "cost_kind_sums" (
	"kind" uuid NOT NULL,
	"grain" smallint NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"charges" bigint,
	"amount" bigint,
	"interchange" bigint,
	"scheme_fee" bigint,
	"markup" bigint,
	"commission" bigint,
	"max_fee" bigint,
	CONSTRAINT "cost_kind_sums_pk" PRIMARY KEY("kind","grain","bucket")
);
--> statement-breakpoint
CREATE TABLE "cost_kinds" (
	"key" uuid PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"method" text NOT NULL,
	"region" text NOT NULL,
	"card_product" text NOT NULL,
	"scheme" text NOT NULL,
	"funding" text NOT NULL,
	"consumer_or_commercial" text NOT NULL,
	"issuer_country" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outcome_kind_sums" (
	"kind" uuid NOT NULL,
	"grain" smallint NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"approved" bigint,
	"declined" bigint,
	"soft_declined" bigint,
	"authentication_failed" bigint,
	"abandoned" bigint,
	"recovered" bigint,
	"approved_amount" bigint,
	"declined_amount" bigint,
	"soft_declined_amount" bigint,
	"recovered_amount" bigint,
	CONSTRAINT "outcome_kind_sums_pk" PRIMARY KEY("kind","grain","bucket")
);
--> statement-breakpoint
CREATE TABLE "outcome_kinds" (
	"key" uuid PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	"decline_kind" text,
	"method" text NOT NULL,
	"scheme" text NOT NULL,
	"issuer_country" text NOT NULL,
	"issuer" text NOT NULL,
	"bin" text NOT NULL,
	"funding" text NOT NULL,
	"sca" text NOT NULL,
	"exemption_outcome" text NOT NULL,
	"amount_band" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "cost_kinds_own" ON "cost_kinds" USING btree ("account_id","mode","currency");--> statement-breakpoint
CREATE INDEX "outcome_kinds_own" ON "outcome_kinds" USING btree ("account_id","mode","currency");--> statement-breakpoint
-- What was summed has no kinds yet: the worker sums all facts anew, and until it has, reads add them up themselves.
TRUNCATE "outcome_rollups", "cost_rollups", "payment_retries", "rollup_progress";
