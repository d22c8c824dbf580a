CREATE TABLE "ledger_sums" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"number" bigint NOT NULL,
	"day" date NOT NULL,
	"kinds" text[] NOT NULL,
	"currencies" text[] NOT NULL,
	"counts" bigint[] NOT NULL,
	"amounts" bigint[] NOT NULL,
	CONSTRAINT "ledger_sums_account_id_mode_number_day_pk" PRIMARY KEY("account_id","mode","number","day")
);
--> statement-breakpoint
CREATE TABLE "ledger_sums_due" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	CONSTRAINT "ledger_sums_due_account_id_mode_pk" PRIMARY KEY("account_id","mode")
);
--> statement-breakpoint
CREATE TABLE "ledger_totals" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"number" bigint NOT NULL,
	"kinds" text[] NOT NULL,
	"currencies" text[] NOT NULL,
	"counts" bigint[] NOT NULL,
	"amounts" bigint[] NOT NULL,
	CONSTRAINT "ledger_totals_account_id_mode_number_pk" PRIMARY KEY("account_id","mode","number")
);
--> statement-breakpoint
CREATE INDEX "ledger_sums_days" ON "ledger_sums" USING btree ("account_id","mode","day");--> statement-breakpoint
-- A worker adds up the blocks from before.
INSERT INTO "ledger_sums_due" ("account_id", "mode") SELECT DISTINCT account_id, mode FROM "ledger_blocks";
