CREATE TABLE "hidden_list_views" (
	"account_id" text collate "C" NOT NULL,
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hidden_list_views_account_id_user_id_key_pk" PRIMARY KEY("account_id","user_id","key")
);
--> statement-breakpoint
CREATE TABLE "list_views" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"list" text NOT NULL,
	"owner_id" text,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "list_views_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "list_views_mode" CHECK ("list_views"."mode" in ('test', 'live')),
	CONSTRAINT "list_views_list_known" CHECK ("list_views"."list" in ('payments', 'refunds', 'disputes', 'customers', 'mandates', 'plans', 'subscriptions', 'invoices', 'balance', 'settlements', 'payouts', 'payout-batches', 'deliveries', 'events', 'logs'))
);
--> statement-breakpoint
CREATE INDEX "list_views_list" ON "list_views" USING btree ("account_id","mode","list","owner_id");--> statement-breakpoint
CREATE INDEX "payments_refunded" ON "payments" USING btree ("account_id","mode","id") WHERE amount_refunded > 0;