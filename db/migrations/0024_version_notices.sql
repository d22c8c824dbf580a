CREATE TABLE "version_notices" (
	"account_id" text collate "C" NOT NULL,
	"version" text NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "version_notices_account_id_version_pk" PRIMARY KEY("account_id","version")
);
--> statement-breakpoint
ALTER TABLE "version_notices" ADD CONSTRAINT "version_notices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;