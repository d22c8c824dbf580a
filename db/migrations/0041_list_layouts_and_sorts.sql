CREATE TABLE "list_layouts" (
	"account_id" text collate "C" NOT NULL,
	"user_id" text NOT NULL,
	"list" text NOT NULL,
	"columns" jsonb,
	"widths" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "list_layouts_account_id_user_id_list_pk" PRIMARY KEY("account_id","user_id","list"),
	CONSTRAINT "list_layouts_list" CHECK ("list_layouts"."list" in ('payments', 'refunds', 'disputes', 'customers', 'mandates', 'plans', 'subscriptions', 'invoices', 'payouts', 'batches', 'balance', 'settlements', 'settledEntries', 'deliveries', 'events', 'endpoints', 'replays', 'requests', 'audit', 'notifications'))
);
--> statement-breakpoint
ALTER TABLE "list_layouts" ADD CONSTRAINT "list_layouts_account_id_user_id_members_account_id_user_id_fk" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."members"("account_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_name" ON "customers" USING btree ("account_id","mode",lower(coalesce(name, email, '')),"id") WHERE not deleted;--> statement-breakpoint
CREATE INDEX "disputes_due" ON "disputes" USING btree ("account_id","mode","evidence_due_by","id");