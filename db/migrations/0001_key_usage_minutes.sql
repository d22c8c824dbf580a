CREATE TABLE "api_key_usage_minutes" (
	"account_id" text collate "C" NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"requests" integer NOT NULL,
	"errors" integer NOT NULL,
	CONSTRAINT "api_key_usage_minutes_account_id_key_id_minute_pk" PRIMARY KEY("account_id","key_id","minute")
);
--> statement-breakpoint
ALTER TABLE "api_key_last_use" ALTER COLUMN "total_requests" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "api_key_last_use" ALTER COLUMN "total_errors" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "api_key_usage_minutes" ADD CONSTRAINT "api_key_usage_minutes_account_id_key_id_api_keys_account_id_id_fk" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_usage_minutes_minute" ON "api_key_usage_minutes" USING btree ("minute");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_managed" ON "api_keys" USING btree ("account_id","mode") WHERE "api_keys"."managed";