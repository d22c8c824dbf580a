CREATE TABLE "account_pin_changes" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"number" integer NOT NULL,
	"from_version" text NOT NULL,
	"to_version" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_pin_changes_account_id_mode_number_pk" PRIMARY KEY("account_id","mode","number"),
	CONSTRAINT "account_pin_changes_mode" CHECK ("account_pin_changes"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "api_version_usage" (
	"account_id" text collate "C" NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"version" text NOT NULL,
	"named" boolean NOT NULL,
	"route" text NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "api_version_usage_account_id_key_id_hour_version_named_route_pk" PRIMARY KEY("account_id","key_id","hour","version","named","route")
);
--> statement-breakpoint
ALTER TABLE "account_pin_changes" ADD CONSTRAINT "account_pin_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_version_usage" ADD CONSTRAINT "api_version_usage_account_id_key_id_api_keys_account_id_id_fk" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_version_usage_hour" ON "api_version_usage" USING btree ("hour");