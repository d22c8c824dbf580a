CREATE TABLE "bank_accounts" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"bank_account" text NOT NULL,
	"currency" text NOT NULL,
	"mapping" jsonb,
	"has_settlements" boolean DEFAULT false NOT NULL,
	"has_payouts" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_accounts_account_id_mode_bank_account_currency_pk" PRIMARY KEY("account_id","mode","bank_account","currency"),
	CONSTRAINT "bank_accounts_mode" CHECK ("bank_accounts"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "bank_lines" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"statement_id" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"bank_account" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"booking_day" date NOT NULL,
	"value_day" date NOT NULL,
	"entry_reference" text,
	"refs" jsonb NOT NULL,
	"text" text NOT NULL,
	"counterparty" text,
	"state" text NOT NULL,
	"fingerprint" text NOT NULL,
	"twice_of" text collate "C",
	"finding" jsonb,
	"is_held" boolean DEFAULT false NOT NULL,
	"reason" text,
	"decided_by" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_lines_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "bank_lines_mode" CHECK ("bank_lines"."mode" in ('test', 'live')),
	CONSTRAINT "bank_lines_state_known" CHECK ("bank_lines"."state" in ('open', 'matched', 'set_aside', 'twice')),
	CONSTRAINT "bank_lines_twice_of" CHECK (("bank_lines"."state" = 'twice') = ("bank_lines"."twice_of" is not null)),
	CONSTRAINT "bank_lines_set_aside" CHECK ("bank_lines"."state" <> 'set_aside' or "bank_lines"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "bank_matches" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"line_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"object_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"confidence" text NOT NULL,
	"reason" text,
	"decided_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_matches_account_id_mode_kind_object_id_pk" PRIMARY KEY("account_id","mode","kind","object_id"),
	CONSTRAINT "bank_matches_mode" CHECK ("bank_matches"."mode" in ('test', 'live')),
	CONSTRAINT "bank_matches_kind_known" CHECK ("bank_matches"."kind" in ('settlement_paid', 'payout_sent', 'payout_returned')),
	CONSTRAINT "bank_matches_confidence_known" CHECK ("bank_matches"."confidence" in ('exact', 'likely', 'manual')),
	CONSTRAINT "bank_matches_manual" CHECK (("bank_matches"."confidence" = 'manual') = ("bank_matches"."reason" is not null)
          and num_nulls("bank_matches"."reason", "bank_matches"."decided_by") <> 1)
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"bank_account" text NOT NULL,
	"currency" text NOT NULL,
	"format" text NOT NULL,
	"reference" text,
	"sequence" integer,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"opening" bigint NOT NULL,
	"closing" bigint NOT NULL,
	"line_count" integer NOT NULL,
	"file_name" text NOT NULL,
	"file_sha256" text NOT NULL,
	"place" integer NOT NULL,
	"added_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_statements_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "bank_statements_mode" CHECK ("bank_statements"."mode" in ('test', 'live')),
	CONSTRAINT "bank_statements_format_known" CHECK ("bank_statements"."format" in ('camt.053', 'mt940', 'csv')),
	CONSTRAINT "bank_statements_days_order" CHECK ("bank_statements"."from_day" <= "bank_statements"."to_day")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_position" ON "bank_lines" USING btree ("account_id","mode","statement_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_once" ON "bank_lines" USING btree ("account_id","mode","bank_account","currency","fingerprint") WHERE state <> 'twice';--> statement-breakpoint
CREATE INDEX "bank_lines_state" ON "bank_lines" USING btree ("account_id","mode","state","id");--> statement-breakpoint
CREATE INDEX "bank_lines_twice" ON "bank_lines" USING btree ("account_id","mode","twice_of") WHERE twice_of is not null;--> statement-breakpoint
CREATE INDEX "bank_matches_line" ON "bank_matches" USING btree ("account_id","mode","line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_statements_file" ON "bank_statements" USING btree ("account_id","mode","file_sha256","place");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_statements_reference" ON "bank_statements" USING btree ("account_id","mode","bank_account","currency","reference") WHERE reference is not null;--> statement-breakpoint
CREATE INDEX "bank_statements_days" ON "bank_statements" USING btree ("account_id","mode","currency","to_day");--> statement-breakpoint
CREATE INDEX "ledger_transfers_bank" ON "ledger_transfers" USING btree ("account_id","mode","created_at","id") WHERE kind in ('settlement_paid', 'payout_settled', 'payout_returned');