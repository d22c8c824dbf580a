CREATE TABLE "payout_approvals" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"requested_by" text NOT NULL,
	"excluded" text[] NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"request_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_approvals_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "payout_approvals_mode" CHECK ("payout_approvals"."mode" in ('test', 'live')),
	CONSTRAINT "payout_approvals_state_known" CHECK ("payout_approvals"."state" in ('pending', 'approved', 'refused', 'expired', 'canceled')),
	CONSTRAINT "payout_approvals_reason_known" CHECK ("payout_approvals"."reason" in ('per_payout', 'per_day')),
	CONSTRAINT "payout_approvals_due_pending" CHECK (("payout_approvals"."state" = 'pending') = ("payout_approvals"."due_at" is not null)),
	CONSTRAINT "payout_approvals_decided" CHECK (("payout_approvals"."state" in ('approved', 'refused')) = ("payout_approvals"."decided_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "payout_limit_changes" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"per_payout" bigint,
	"per_day" bigint,
	"state" text NOT NULL,
	"requested_by" text NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"request_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_limit_changes_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "payout_limit_changes_mode" CHECK ("payout_limit_changes"."mode" in ('test', 'live')),
	CONSTRAINT "payout_limit_changes_state_known" CHECK ("payout_limit_changes"."state" in ('pending', 'confirmed', 'refused', 'expired', 'superseded')),
	CONSTRAINT "payout_limit_changes_order" CHECK (num_nulls("payout_limit_changes"."per_payout", "payout_limit_changes"."per_day") <> 1
          and coalesce(0 <= "payout_limit_changes"."per_payout" and "payout_limit_changes"."per_payout" <= "payout_limit_changes"."per_day", true)),
	CONSTRAINT "payout_limit_changes_due_pending" CHECK (("payout_limit_changes"."state" = 'pending') = ("payout_limit_changes"."due_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "payout_limits" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"per_payout" bigint NOT NULL,
	"per_day" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_limits_account_id_mode_currency_pk" PRIMARY KEY("account_id","mode","currency"),
	CONSTRAINT "payout_limits_mode" CHECK ("payout_limits"."mode" in ('test', 'live')),
	CONSTRAINT "payout_limits_order" CHECK (0 <= "payout_limits"."per_payout" and "payout_limits"."per_payout" <= "payout_limits"."per_day")
);
--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "not_before" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "payout_approvals_waiting" ON "payout_approvals" USING btree ("account_id","mode","currency") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "payout_approvals_due" ON "payout_approvals" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "payout_approvals_turns" ON "payout_approvals" USING btree ("account_id","mode","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_limit_changes_one_pending" ON "payout_limit_changes" USING btree ("account_id","mode","currency") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "payout_limit_changes_due" ON "payout_limit_changes" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "payout_limit_changes_turns" ON "payout_limit_changes" USING btree ("account_id","mode","due_at") WHERE due_at is not null;