CREATE TABLE "mandates" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"scheme" text NOT NULL,
	"reference" text NOT NULL,
	"customer_id" text collate "C",
	"payment_method_id" text collate "C" NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"accepted_ip" text,
	"failure_code" text,
	"revocation_source" text,
	"revocation_code" text,
	"rail_reference" text,
	"expires_at" timestamp (3) with time zone,
	"rail_check_at" timestamp (3) with time zone,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mandates_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "mandates_mode" CHECK ("mandates"."mode" in ('test', 'live')),
	CONSTRAINT "mandates_status_known" CHECK ("mandates"."status" in ('pending', 'active', 'failed', 'revoked', 'expired')),
	CONSTRAINT "mandates_scheme_known" CHECK ("mandates"."scheme" in ('bacs', 'sepa_core', 'card')),
	CONSTRAINT "mandates_revocation_known" CHECK ("mandates"."revocation_source" in ('payer', 'bank', 'merchant'))
);
--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_account_id_customer_id_customers_account_id_id_fk" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_account_id_payment_method_id_payment_methods_account_id_id_fk" FOREIGN KEY ("account_id","payment_method_id") REFERENCES "public"."payment_methods"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mandates_list" ON "mandates" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "mandates_customer" ON "mandates" USING btree ("account_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "mandates_payment_method" ON "mandates" USING btree ("account_id","payment_method_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_live" ON "mandates" USING btree ("account_id","payment_method_id","scheme") WHERE status in ('pending', 'active');--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_reference" ON "mandates" USING btree ("account_id","mode","reference");--> statement-breakpoint
CREATE INDEX "mandates_rail_check" ON "mandates" USING btree ("rail_check_at") WHERE rail_check_at is not null;