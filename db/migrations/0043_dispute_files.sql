CREATE TABLE "dispute_files" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"dispute_id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dispute_files_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "dispute_files_mode" CHECK ("dispute_files"."mode" in ('test', 'live')),
	CONSTRAINT "dispute_files_type_known" CHECK ("dispute_files"."type" in ('application/pdf', 'image/jpeg', 'image/png')),
	CONSTRAINT "dispute_files_size_positive" CHECK ("dispute_files"."size" > 0)
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "evidence_files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "dispute_files" ADD CONSTRAINT "dispute_files_of_dispute" FOREIGN KEY ("account_id","mode","dispute_id") REFERENCES "public"."disputes"("account_id","mode","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_files_dispute" ON "dispute_files" USING btree ("account_id","mode","dispute_id","id");--> statement-breakpoint
-- Encrypted bytes cannot be compressed.
ALTER TABLE "dispute_files" ALTER COLUMN "content" SET STORAGE EXTERNAL;
