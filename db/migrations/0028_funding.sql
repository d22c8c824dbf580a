CREATE TABLE "funding_credits" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"rail_reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"payer_name" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "funding_credits_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "funding_credits_once" UNIQUE("mode","rail_reference"),
	CONSTRAINT "funding_credits_mode" CHECK ("funding_credits"."mode" in ('test', 'live')),
	CONSTRAINT "funding_credits_amount_positive" CHECK ("funding_credits"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "funding_number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "accounts_funding_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 100000 CACHE 1);--> statement-breakpoint
CREATE INDEX "funding_credits_list" ON "funding_credits" USING btree ("account_id","mode","id");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_funding_number" UNIQUE("funding_number");