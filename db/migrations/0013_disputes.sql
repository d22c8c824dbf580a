CREATE TABLE "disputes" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"fee" bigint NOT NULL,
	"reason" text NOT NULL,
	"network_reason_code" text,
	"evidence" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"evidence_due_by" timestamp (3) with time zone NOT NULL,
	"rail_check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "disputes_mode" CHECK ("disputes"."mode" in ('test', 'live')),
	CONSTRAINT "disputes_status_known" CHECK ("disputes"."status" in ('needs_response', 'under_review', 'won', 'lost')),
	CONSTRAINT "disputes_amount_positive" CHECK ("disputes"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_account_id_payment_id_payments_account_id_id_fk" FOREIGN KEY ("account_id","payment_id") REFERENCES "public"."payments"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_payment" ON "disputes" USING btree ("account_id","payment_id");--> statement-breakpoint
CREATE INDEX "disputes_rail_check" ON "disputes" USING btree ("rail_check_at") WHERE rail_check_at is not null;