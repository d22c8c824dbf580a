CREATE TABLE "invoice_counters" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_counters_account_id_mode_pk" PRIMARY KEY("account_id","mode"),
	CONSTRAINT "invoice_counters_mode" CHECK ("invoice_counters"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"subscription_id" text collate "C" NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"status" text NOT NULL,
	"number" text,
	"currency" text NOT NULL,
	"lines" jsonb NOT NULL,
	"amount_due" bigint NOT NULL,
	"amount_paid" bigint DEFAULT 0 NOT NULL,
	"due_date" timestamp (3) with time zone,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"payment_id" text collate "C",
	"collecting" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone,
	"request_id" text collate "C",
	"paid_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "invoices_mode" CHECK ("invoices"."mode" in ('test', 'live')),
	CONSTRAINT "invoices_status_known" CHECK ("invoices"."status" in ('draft', 'open', 'paid', 'void', 'uncollectible')),
	CONSTRAINT "invoices_numbered" CHECK (("invoices"."status" = 'draft') = ("invoices"."number" is null)),
	CONSTRAINT "invoices_paid_within" CHECK ("invoices"."amount_paid" between 0 and "invoices"."amount_due")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"name" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"interval" text NOT NULL,
	"interval_count" integer NOT NULL,
	"trial_days" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plans_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "plans_mode" CHECK ("plans"."mode" in ('test', 'live')),
	CONSTRAINT "plans_interval_known" CHECK ("plans"."interval" in ('day', 'week', 'month', 'year')),
	CONSTRAINT "plans_amount_positive" CHECK ("plans"."amount" > 0),
	CONSTRAINT "plans_interval_positive" CHECK ("plans"."interval_count" > 0),
	CONSTRAINT "plans_trial_not_negative" CHECK ("plans"."trial_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"customer_id" text collate "C" NOT NULL,
	"plan_id" text collate "C" NOT NULL,
	"quantity" integer NOT NULL,
	"payment_method_id" text collate "C" NOT NULL,
	"mandate_id" text,
	"trial_end" timestamp (3) with time zone,
	"trial_reminded" boolean DEFAULT false NOT NULL,
	"anchor_at" timestamp (3) with time zone NOT NULL,
	"current_period_start" timestamp (3) with time zone NOT NULL,
	"current_period_end" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"proration_behavior" text NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"canceled_at" timestamp (3) with time zone,
	"latest_invoice_id" text collate "C",
	"open_invoice_id" text collate "C",
	"dunning_attempt" integer DEFAULT 0 NOT NULL,
	"dunning_since" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"final_action" text NOT NULL,
	"redirect_url" text,
	"due_at" timestamp (3) with time zone,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "subscriptions_mode" CHECK ("subscriptions"."mode" in ('test', 'live')),
	CONSTRAINT "subscriptions_status_known" CHECK ("subscriptions"."status" in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'canceled')),
	CONSTRAINT "subscriptions_proration_known" CHECK ("subscriptions"."proration_behavior" in ('create_prorations', 'always_invoice', 'none')),
	CONSTRAINT "subscriptions_final_action_known" CHECK ("subscriptions"."final_action" in ('cancel', 'unpaid')),
	CONSTRAINT "subscriptions_quantity_positive" CHECK ("subscriptions"."quantity" > 0),
	CONSTRAINT "subscriptions_period_forward" CHECK ("subscriptions"."current_period_end" > "subscriptions"."current_period_start")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "initiator" text DEFAULT 'payer' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_account_id_subscription_id_subscriptions_account_id_id_fk" FOREIGN KEY ("account_id","subscription_id") REFERENCES "public"."subscriptions"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_customer_id_customers_account_id_id_fk" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_plan_id_plans_account_id_id_fk" FOREIGN KEY ("account_id","plan_id") REFERENCES "public"."plans"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_list" ON "invoices" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "invoices_status" ON "invoices" USING btree ("account_id","mode","status","id");--> statement-breakpoint
CREATE INDEX "invoices_subscription" ON "invoices" USING btree ("account_id","subscription_id","id");--> statement-breakpoint
CREATE INDEX "invoices_customer" ON "invoices" USING btree ("account_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("account_id","mode","number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_draft" ON "invoices" USING btree ("account_id","subscription_id") WHERE status = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_open" ON "invoices" USING btree ("account_id","subscription_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "plans_list" ON "plans" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "subscriptions_list" ON "subscriptions" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "subscriptions_status" ON "subscriptions" USING btree ("account_id","mode","status","id");--> statement-breakpoint
CREATE INDEX "subscriptions_customer" ON "subscriptions" USING btree ("account_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "subscriptions_plan" ON "subscriptions" USING btree ("account_id","plan_id","id");--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "payments_invoice" ON "payments" USING btree ("account_id","invoice_id","id") WHERE invoice_id is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_initiator_known" CHECK ("payments"."initiator" in ('payer', 'merchant'));