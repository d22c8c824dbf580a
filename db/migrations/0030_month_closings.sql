CREATE TABLE "month_closing_files" (
	"account_id" text collate "C" NOT NULL,
	"closing_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"row_count" bigint NOT NULL,
	"byte_count" bigint NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "month_closing_files_account_id_closing_id_kind_pk" PRIMARY KEY("account_id","closing_id","kind"),
	CONSTRAINT "month_closing_files_kind_known" CHECK ("month_closing_files"."kind" in ('settlement', 'interchange', 'declines', 'journal'))
);
--> statement-breakpoint
CREATE TABLE "month_closing_pieces" (
	"account_id" text collate "C" NOT NULL,
	"closing_id" text collate "C" NOT NULL,
	"attempt" integer NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "month_closing_pieces_account_id_closing_id_attempt_kind_number_pk" PRIMARY KEY("account_id","closing_id","attempt","kind","number")
);
--> statement-breakpoint
CREATE TABLE "month_closings" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"month" text NOT NULL,
	"timezone" text NOT NULL,
	"status" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"as_of" timestamp (3) with time zone,
	"sha256" text,
	"closed_by" text NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"check_complete" boolean DEFAULT true NOT NULL,
	CONSTRAINT "month_closings_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "month_closings_mode" CHECK ("month_closings"."mode" in ('test', 'live')),
	CONSTRAINT "month_closings_status_known" CHECK ("month_closings"."status" in ('running', 'closed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "month_corrections" (
	"account_id" text collate "C" NOT NULL,
	"closing_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"row_id" text NOT NULL,
	"change" text NOT NULL,
	"currency" text NOT NULL,
	"amount_before" bigint,
	"amount_now" bigint,
	"columns" text[] NOT NULL,
	"seen_by" integer NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "month_corrections_account_id_closing_id_id_pk" PRIMARY KEY("account_id","closing_id","id"),
	CONSTRAINT "month_corrections_mode" CHECK ("month_corrections"."mode" in ('test', 'live')),
	CONSTRAINT "month_corrections_change_known" CHECK ("month_corrections"."change" in ('added', 'missing', 'changed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "month_closings_once" ON "month_closings" USING btree ("account_id","mode","month") WHERE status <> 'failed';--> statement-breakpoint
CREATE INDEX "month_closings_due" ON "month_closings" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "month_closings_owner_due" ON "month_closings" USING btree ("account_id","mode","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "month_corrections_row" ON "month_corrections" USING btree ("account_id","closing_id","kind","row_id");