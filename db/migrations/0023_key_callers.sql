CREATE TABLE "api_key_callers" (
	"account_id" text collate "C" NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"per" text NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"address" text NOT NULL,
	"client" text NOT NULL,
	"version" text NOT NULL,
	"requests" integer NOT NULL,
	"errors" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "api_key_callers_account_id_key_id_per_start_address_client_version_pk" PRIMARY KEY("account_id","key_id","per","start","address","client","version"),
	CONSTRAINT "api_key_callers_per" CHECK ("api_key_callers"."per" in ('minute', 'hour'))
);
--> statement-breakpoint
ALTER TABLE "api_key_callers" ADD CONSTRAINT "api_key_callers_account_id_key_id_api_keys_account_id_id_fk" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_callers_start" ON "api_key_callers" USING btree ("per","start");