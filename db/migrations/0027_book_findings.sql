CREATE TABLE "book_findings" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"part" text NOT NULL,
	"row" text NOT NULL,
	"law" text NOT NULL,
	"what" text NOT NULL,
	"place" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	CONSTRAINT "book_findings_account_id_mode_part_row_law_pk" PRIMARY KEY("account_id","mode","part","row","law"),
	CONSTRAINT "book_findings_mode" CHECK ("book_findings"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "book_walks" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"part" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"passed_at" timestamp (3) with time zone,
	CONSTRAINT "book_walks_account_id_mode_part_pk" PRIMARY KEY("account_id","mode","part"),
	CONSTRAINT "book_walks_mode" CHECK ("book_walks"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE INDEX "book_findings_found" ON "book_findings" USING btree ("found_at");