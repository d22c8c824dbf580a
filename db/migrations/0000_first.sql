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
CREATE TABLE "accounts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"country" text NOT NULL,
	"timezone" text NOT NULL,
	"default_currency" text NOT NULL,
	"test_version" text NOT NULL,
	"live_version" text NOT NULL,
	"rate_limits" jsonb,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"payout_corridors" text[] DEFAULT '{}' NOT NULL,
	"requires_second_factor" boolean DEFAULT false NOT NULL,
	"funding_number" integer GENERATED ALWAYS AS IDENTITY (sequence name "accounts_funding_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 100000 CACHE 1),
	CONSTRAINT "accounts_funding_number" UNIQUE("funding_number")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"account_id" text collate "C" NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_account_id_user_id_pk" PRIMARY KEY("account_id","user_id"),
	CONSTRAINT "members_role" CHECK ("members"."role" in ('owner', 'admin', 'developer', 'finance', 'support', 'read_only'))
);
--> statement-breakpoint
CREATE TABLE "version_notices" (
	"account_id" text collate "C" NOT NULL,
	"version" text NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "version_notices_account_id_version_pk" PRIMARY KEY("account_id","version")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text,
	"action" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_name" text,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text,
	"address" text,
	"client" text,
	"request_id" text collate "C" NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_entries_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "audit_entries_mode" CHECK ("audit_entries"."mode" in ('test', 'live')),
	CONSTRAINT "audit_entries_actor_type" CHECK ("audit_entries"."actor_type" in ('member', 'key', 'system'))
);
--> statement-breakpoint
CREATE TABLE "auth_credentials" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_rate_limits" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint NOT NULL,
	CONSTRAINT "auth_rate_limits_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "auth_recovery_codes" (
	"user_id" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "auth_recovery_codes_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "auth_second_factors" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"enabled_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_session_states" (
	"session_id" text PRIMARY KEY NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"second_factor_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"last_address" text
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth_sign_in_failures" (
	"subject" "bytea" PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "balance_transactions" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"type" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"interchange" bigint DEFAULT 0 NOT NULL,
	"scheme_fee" bigint DEFAULT 0 NOT NULL,
	"markup" bigint DEFAULT 0 NOT NULL,
	"commission" bigint DEFAULT 0 NOT NULL,
	"dispute_fee" bigint DEFAULT 0 NOT NULL,
	"fee" bigint GENERATED ALWAYS AS (interchange + scheme_fee + markup + commission + dispute_fee) STORED NOT NULL,
	"net" bigint GENERATED ALWAYS AS (amount - interchange - scheme_fee - markup - commission - dispute_fee) STORED NOT NULL,
	"region" text,
	"card_product" text,
	"consumer_or_commercial" text,
	"interchange_rate_bp" integer,
	"interchange_fixed" bigint,
	"source_id" text NOT NULL,
	"payment_id" text collate "C",
	"available_on" timestamp (3) with time zone NOT NULL,
	"settlement_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tx_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "balance_transactions_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "balance_transactions_mode" CHECK ("balance_transactions"."mode" in ('test', 'live')),
	CONSTRAINT "balance_transactions_type_known" CHECK ("balance_transactions"."type" in ('charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'settlement_failure', 'payment_failure', 'adjustment')),
	CONSTRAINT "balance_transactions_fees_not_negative" CHECK (least(interchange, scheme_fee, markup, commission, dispute_fee) >= 0)
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"currency" text NOT NULL,
	"gross" bigint NOT NULL,
	"interchange" bigint NOT NULL,
	"scheme_fee" bigint NOT NULL,
	"markup" bigint NOT NULL,
	"commission" bigint NOT NULL,
	"refunds" bigint NOT NULL,
	"chargebacks" bigint NOT NULL,
	"adjustments" bigint NOT NULL,
	"net" bigint NOT NULL,
	"transaction_count" integer NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"arrival_date" date NOT NULL,
	"bank_account_last4" text NOT NULL,
	"failure_reason" text,
	"rail_check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settlements_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "settlements_mode" CHECK ("settlements"."mode" in ('test', 'live')),
	CONSTRAINT "settlements_status_known" CHECK ("settlements"."status" in ('scheduled', 'paid', 'failed')),
	CONSTRAINT "settlements_add_up" CHECK (net = gross - interchange - scheme_fee - markup - commission - refunds - chargebacks + adjustments),
	CONSTRAINT "settlements_signs" CHECK (least(gross, interchange, scheme_fee, markup, commission, refunds, chargebacks) >= 0),
	CONSTRAINT "settlements_pay_out" CHECK ("settlements"."net" > 0)
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"name" text,
	"email" text,
	"country" text,
	"default_payment_method" text collate "C",
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "customers_mode" CHECK ("customers"."mode" in ('test', 'live'))
);
--> statement-breakpoint
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
CREATE TABLE "event_bodies" (
	"account_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"version" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "event_bodies_account_id_event_id_version_pk" PRIMARY KEY("account_id","event_id","version")
) PARTITION BY RANGE ("event_id");
--> statement-breakpoint
CREATE TABLE "events" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"version" text NOT NULL,
	"data" json NOT NULL,
	"request_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "events_mode" CHECK ("events"."mode" in ('test', 'live'))
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"state" text NOT NULL,
	"resource_id" text,
	"response_status" integer,
	"response_body" text,
	"response_version" text,
	"locked_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_mode_key_pk" PRIMARY KEY("account_id","mode","key"),
	CONSTRAINT "idempotency_keys_mode" CHECK ("idempotency_keys"."mode" in ('test', 'live')),
	CONSTRAINT "idempotency_keys_state" CHECK ("idempotency_keys"."state" in ('running', 'finished'))
);
--> statement-breakpoint
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
CREATE TABLE "api_key_last_use" (
	"account_id" text collate "C" NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"last_address" text,
	"last_version" text,
	"total_requests" bigint NOT NULL,
	"total_errors" bigint NOT NULL,
	CONSTRAINT "api_key_last_use_account_id_key_id_pk" PRIMARY KEY("account_id","key_id")
);
--> statement-breakpoint
CREATE TABLE "api_key_usage" (
	"account_id" text collate "C" NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"requests" integer NOT NULL,
	"errors" integer NOT NULL,
	CONSTRAINT "api_key_usage_account_id_key_id_hour_pk" PRIMARY KEY("account_id","key_id","hour")
);
--> statement-breakpoint
CREATE TABLE "api_key_usage_minutes" (
	"account_id" text collate "C" NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"requests" integer NOT NULL,
	"errors" integer NOT NULL,
	CONSTRAINT "api_key_usage_minutes_account_id_key_id_minute_pk" PRIMARY KEY("account_id","key_id","minute")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"publishable_value" text,
	"managed" boolean DEFAULT false NOT NULL,
	"managed_secret" "bytea",
	"scopes" text[],
	"rotated_from" text collate "C",
	"created_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	CONSTRAINT "api_keys_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "api_keys_hash" UNIQUE("hash"),
	CONSTRAINT "api_keys_mode" CHECK ("api_keys"."mode" in ('test', 'live')),
	CONSTRAINT "api_keys_kind" CHECK ("api_keys"."kind" in ('secret', 'publishable'))
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
CREATE TABLE "ledger_transfers" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"debit" text NOT NULL,
	"credit" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"source_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_transfers_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "ledger_transfers_mode" CHECK ("ledger_transfers"."mode" in ('test', 'live')),
	CONSTRAINT "ledger_transfers_amount_positive" CHECK ("ledger_transfers"."amount" > 0),
	CONSTRAINT "ledger_transfers_two_sides" CHECK ("ledger_transfers"."debit" <> "ledger_transfers"."credit")
);
--> statement-breakpoint
CREATE TABLE "mail_messages" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text,
	"kind" text NOT NULL,
	"fact" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"lease_id" text,
	"envelope_id" text,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mail_messages_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "mail_messages_once" UNIQUE("account_id","fact","recipient"),
	CONSTRAINT "mail_messages_mode" CHECK ("mail_messages"."mode" in ('test', 'live')),
	CONSTRAINT "mail_messages_status" CHECK ("mail_messages"."status" in ('queued', 'sent', 'kept', 'failed'))
);
--> statement-breakpoint
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
CREATE TABLE "payment_methods" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"rail_token" text NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"card_bin" text,
	"card_exp_month" smallint,
	"card_exp_year" smallint,
	"card_issuer" text,
	"card_country" text,
	"card_funding" text,
	"card_fingerprint" text,
	"network_token" boolean DEFAULT false NOT NULL,
	"reusable" boolean DEFAULT true NOT NULL,
	"customer_id" text collate "C",
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"bank_country" text,
	"bank_last4" text,
	"bank_code" text,
	CONSTRAINT "payment_methods_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "payment_methods_mode" CHECK ("payment_methods"."mode" in ('test', 'live')),
	CONSTRAINT "payment_methods_status" CHECK ("payment_methods"."status" in ('active', 'detached', 'expired')),
	CONSTRAINT "payment_methods_last4" CHECK (length("payment_methods"."card_last4") = 4),
	CONSTRAINT "payment_methods_bank_last4" CHECK (length("payment_methods"."bank_last4") = 4),
	CONSTRAINT "payment_methods_bin" CHECK (length("payment_methods"."card_bin") in (6, 8))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"method" text NOT NULL,
	"capture" text DEFAULT 'automatic' NOT NULL,
	"amount_captured" bigint DEFAULT 0 NOT NULL,
	"amount_refunded" bigint DEFAULT 0 NOT NULL,
	"customer_id" text collate "C",
	"payment_method_id" text collate "C",
	"description" text,
	"statement_descriptor" text,
	"return_url" text,
	"next_action" text,
	"redirect_url" text,
	"settles" text,
	"sca" text,
	"exemption" text,
	"exemption_outcome" text,
	"decline_code" text,
	"network_decline_code" text,
	"advice_code" text,
	"card_brand" text,
	"card_last4" text,
	"card_bin" text,
	"card_issuer" text,
	"card_country" text,
	"card_funding" text,
	"card_fingerprint" text,
	"disputed" boolean DEFAULT false NOT NULL,
	"mandate_id" text,
	"subscription_id" text,
	"invoice_id" text,
	"settlement_id" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_id" text collate "C",
	"rail_reference" text,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"rail_check_at" timestamp (3) with time zone,
	"stored_credential" text DEFAULT 'first' NOT NULL,
	"step" text,
	"capture_amount" bigint,
	"outcome" text,
	"initiator" text DEFAULT 'payer' NOT NULL,
	"rail_token" text,
	"bank_payment" jsonb,
	CONSTRAINT "payments_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "payments_mode" CHECK ("payments"."mode" in ('test', 'live')),
	CONSTRAINT "payments_status_known" CHECK ("payments"."status" in ('requires_action', 'processing', 'requires_capture', 'succeeded', 'failed', 'canceled')),
	CONSTRAINT "payments_capture_known" CHECK ("payments"."capture" in ('automatic', 'manual')),
	CONSTRAINT "payments_initiator_known" CHECK ("payments"."initiator" in ('payer', 'merchant')),
	CONSTRAINT "payments_step_known" CHECK ("payments"."step" in ('capture', 'cancel', 'approve', 'refuse')),
	CONSTRAINT "payments_outcome_known" CHECK ("payments"."outcome" in ('approved', 'declined', 'authentication_failed', 'abandoned')),
	CONSTRAINT "payments_bank_payment" CHECK (("payments"."bank_payment" is not null) = ("payments"."method" = 'bank_payment')),
	CONSTRAINT "payments_capture_within" CHECK ("payments"."capture_amount" between 1 and "payments"."amount"),
	CONSTRAINT "payments_amount_positive" CHECK ("payments"."amount" > 0),
	CONSTRAINT "payments_captured_within" CHECK ("payments"."amount_captured" between 0 and "payments"."amount"),
	CONSTRAINT "payments_refunded_within" CHECK ("payments"."amount_refunded" between 0 and "payments"."amount_captured")
);
--> statement-breakpoint
CREATE TABLE "funding_credits" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"rail_reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"payer_name" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "funding_credits_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "funding_credits_once" UNIQUE("mode","rail_reference"),
	CONSTRAINT "funding_credits_mode" CHECK ("funding_credits"."mode" in ('test', 'live')),
	CONSTRAINT "funding_credits_amount_positive" CHECK ("funding_credits"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payout_balances" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_balances_account_id_mode_currency_pk" PRIMARY KEY("account_id","mode","currency"),
	CONSTRAINT "payout_balances_mode" CHECK ("payout_balances"."mode" in ('test', 'live')),
	CONSTRAINT "payout_balances_not_overdrawn" CHECK ("payout_balances"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payout_batches" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"format" text NOT NULL,
	"currency" text,
	"count" integer NOT NULL,
	"total" bigint NOT NULL,
	"accepted" integer NOT NULL,
	"accepted_total" bigint NOT NULL,
	"rejected" integer NOT NULL,
	"settled" integer DEFAULT 0 NOT NULL,
	"returned" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"canceled" integer DEFAULT 0 NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_batches_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "payout_batches_mode" CHECK ("payout_batches"."mode" in ('test', 'live')),
	CONSTRAINT "payout_batches_status_known" CHECK ("payout_batches"."status" in ('validating', 'rejected', 'processing', 'completed')),
	CONSTRAINT "payout_batches_format_known" CHECK ("payout_batches"."format" in ('json', 'csv', 'pain.001')),
	CONSTRAINT "payout_batches_parts" CHECK ("payout_batches"."accepted" + "payout_batches"."rejected" = "payout_batches"."count"),
	CONSTRAINT "payout_batches_outcomes" CHECK ("payout_batches"."settled" + "payout_batches"."returned" + "payout_batches"."failed" + "payout_batches"."canceled" <= "payout_batches"."accepted"
          and least("payout_batches"."settled", "payout_batches"."returned", "payout_batches"."failed", "payout_batches"."canceled") >= 0)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"beneficiary_name" text NOT NULL,
	"iban" text,
	"account_number" text,
	"sort_code" text,
	"bic" text,
	"country" text NOT NULL,
	"payee_verification" text,
	"rail_requested" text NOT NULL,
	"rail" text NOT NULL,
	"fallback_reason" text,
	"reference" text,
	"end_to_end_id" text NOT NULL,
	"reason_code" text,
	"batch_id" text collate "C",
	"batch_row" integer,
	"arrival_date" date NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"rail_reference" text,
	"rail_check_at" timestamp (3) with time zone,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payouts_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "payouts_mode" CHECK ("payouts"."mode" in ('test', 'live')),
	CONSTRAINT "payouts_status_known" CHECK ("payouts"."status" in ('pending', 'submitted', 'settled', 'returned', 'failed', 'canceled')),
	CONSTRAINT "payouts_rail_known" CHECK ("payouts"."rail" in ('sepa_instant', 'sepa_credit', 'faster_payments', 'npp', 'eft', 'direct_credit')),
	CONSTRAINT "payouts_rail_requested_known" CHECK ("payouts"."rail_requested" in ('sepa_instant', 'sepa_credit', 'faster_payments', 'npp', 'eft', 'direct_credit')),
	CONSTRAINT "payouts_amount_positive" CHECK ("payouts"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	"failure_reason" text,
	"settlement_id" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"rail_check_at" timestamp (3) with time zone,
	"rail_reference" text,
	CONSTRAINT "refunds_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "refunds_mode" CHECK ("refunds"."mode" in ('test', 'live')),
	CONSTRAINT "refunds_status_known" CHECK ("refunds"."status" in ('pending', 'submitted', 'settled', 'failed', 'canceled')),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "replay_claims" (
	"account_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"replay_id" text collate "C" NOT NULL,
	CONSTRAINT "replay_claims_account_id_event_id_endpoint_id_pk" PRIMARY KEY("account_id","event_id","endpoint_id")
);
--> statement-breakpoint
CREATE TABLE "replay_items" (
	"account_id" text collate "C" NOT NULL,
	"replay_id" text collate "C" NOT NULL,
	"delivery_id" text collate "C" NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"event_type" text NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"was" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"replay_delivery_id" text collate "C",
	"attempts_seen" smallint DEFAULT 0 NOT NULL,
	"response_status" integer,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "replay_items_account_id_replay_id_delivery_id_pk" PRIMARY KEY("account_id","replay_id","delivery_id"),
	CONSTRAINT "replay_items_state" CHECK ("replay_items"."state" in ('waiting', 'sent', 'delivered', 'failed', 'skipped'))
) PARTITION BY RANGE ("replay_id");
--> statement-breakpoint
CREATE TABLE "replay_lanes" (
	"account_id" text collate "C" NOT NULL,
	"replay_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"phase" text DEFAULT 'canary' NOT NULL,
	"reason" text,
	"total" integer NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"per_second" real DEFAULT 0 NOT NULL,
	"tokens" real DEFAULT 0 NOT NULL,
	"cautious" boolean DEFAULT false NOT NULL,
	"canary_ok" integer DEFAULT 0 NOT NULL,
	"recent_ok" real DEFAULT 0 NOT NULL,
	"recent_failed" real DEFAULT 0 NOT NULL,
	"paced_at" timestamp (3) with time zone,
	CONSTRAINT "replay_lanes_account_id_replay_id_endpoint_id_pk" PRIMARY KEY("account_id","replay_id","endpoint_id"),
	CONSTRAINT "replay_lanes_phase" CHECK ("replay_lanes"."phase" in ('canary', 'open', 'stopped'))
);
--> statement-breakpoint
CREATE TABLE "replays" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"endpoints" text[] NOT NULL,
	"types" text[] NOT NULL,
	"statuses" text[] NOT NULL,
	"dry_run" boolean NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"total" integer NOT NULL,
	"forecast" jsonb NOT NULL,
	"frozen" boolean DEFAULT false NOT NULL,
	"frozen_through" text,
	"due_at" timestamp (3) with time zone,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "replays_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "replays_mode" CHECK ("replays"."mode" in ('test', 'live')),
	CONSTRAINT "replays_status" CHECK ("replays"."status" in ('previewed', 'queued', 'running', 'paused', 'completed', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "book_checks" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"subject" text NOT NULL,
	"agrees" boolean NOT NULL,
	"figures" jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "book_checks_account_id_mode_subject_pk" PRIMARY KEY("account_id","mode","subject"),
	CONSTRAINT "book_checks_mode" CHECK ("book_checks"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "cost_kind_sums" (
	"kind" uuid NOT NULL,
	"grain" smallint NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"charges" bigint,
	"amount" bigint,
	"interchange" bigint,
	"scheme_fee" bigint,
	"markup" bigint,
	"commission" bigint,
	"max_fee" bigint,
	CONSTRAINT "cost_kind_sums_pk" PRIMARY KEY("kind","grain","bucket")
);
--> statement-breakpoint
CREATE TABLE "cost_kinds" (
	"key" uuid PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"method" text NOT NULL,
	"region" text NOT NULL,
	"card_product" text NOT NULL,
	"scheme" text NOT NULL,
	"funding" text NOT NULL,
	"consumer_or_commercial" text NOT NULL,
	"issuer_country" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cost_rollups" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"dimension" text NOT NULL,
	"grain" smallint NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"currency" text NOT NULL,
	"value" text NOT NULL,
	"charges" bigint DEFAULT 0 NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"interchange" bigint DEFAULT 0 NOT NULL,
	"scheme_fee" bigint DEFAULT 0 NOT NULL,
	"markup" bigint DEFAULT 0 NOT NULL,
	"commission" bigint DEFAULT 0 NOT NULL,
	"max_fee" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "cost_rollups_pk" PRIMARY KEY("account_id","mode","dimension","grain","currency","bucket","value")
);
--> statement-breakpoint
CREATE TABLE "download_pieces" (
	"account_id" text collate "C" NOT NULL,
	"download_id" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "download_pieces_account_id_download_id_number_pk" PRIMARY KEY("account_id","download_id","number")
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"prepared" boolean DEFAULT false NOT NULL,
	"report_type" text NOT NULL,
	"layout" text NOT NULL,
	"query" jsonb NOT NULL,
	"requested_by" text NOT NULL,
	"row_count" bigint DEFAULT 0 NOT NULL,
	"byte_count" bigint DEFAULT 0 NOT NULL,
	"sha256" text,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "downloads_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "downloads_mode" CHECK ("downloads"."mode" in ('test', 'live')),
	CONSTRAINT "downloads_status_known" CHECK ("downloads"."status" in ('running', 'ready', 'failed', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "outcome_kind_sums" (
	"kind" uuid NOT NULL,
	"grain" smallint NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"approved" bigint,
	"declined" bigint,
	"soft_declined" bigint,
	"authentication_failed" bigint,
	"abandoned" bigint,
	"recovered" bigint,
	"approved_amount" bigint,
	"declined_amount" bigint,
	"soft_declined_amount" bigint,
	"recovered_amount" bigint,
	CONSTRAINT "outcome_kind_sums_pk" PRIMARY KEY("kind","grain","bucket")
);
--> statement-breakpoint
CREATE TABLE "outcome_kinds" (
	"key" uuid PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	"decline_kind" text,
	"method" text NOT NULL,
	"scheme" text NOT NULL,
	"issuer_country" text NOT NULL,
	"issuer" text NOT NULL,
	"bin" text NOT NULL,
	"funding" text NOT NULL,
	"sca" text NOT NULL,
	"exemption_outcome" text NOT NULL,
	"amount_band" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outcome_rollups" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"dimension" text NOT NULL,
	"grain" smallint NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"currency" text NOT NULL,
	"value" text NOT NULL,
	"approved" bigint DEFAULT 0 NOT NULL,
	"declined" bigint DEFAULT 0 NOT NULL,
	"soft_declined" bigint DEFAULT 0 NOT NULL,
	"authentication_failed" bigint DEFAULT 0 NOT NULL,
	"abandoned" bigint DEFAULT 0 NOT NULL,
	"recovered" bigint DEFAULT 0 NOT NULL,
	"approved_amount" bigint DEFAULT 0 NOT NULL,
	"declined_amount" bigint DEFAULT 0 NOT NULL,
	"soft_declined_amount" bigint DEFAULT 0 NOT NULL,
	"recovered_amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "outcome_rollups_pk" PRIMARY KEY("account_id","mode","dimension","grain","currency","bucket","value")
);
--> statement-breakpoint
CREATE TABLE "payment_outcomes" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"outcome" text NOT NULL,
	"weight" smallint DEFAULT 1 NOT NULL,
	"tx_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "payment_outcomes_pk" PRIMARY KEY("tx_id","account_id","payment_id","outcome","weight"),
	CONSTRAINT "payment_outcomes_known" CHECK ("payment_outcomes"."outcome" in ('approved', 'declined', 'authentication_failed', 'abandoned'))
);
--> statement-breakpoint
CREATE TABLE "payment_retries" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"retry_of" text collate "C" NOT NULL,
	"recovered" boolean NOT NULL,
	CONSTRAINT "payment_retries_account_id_payment_id_pk" PRIMARY KEY("account_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "rollup_progress" (
	"rollup" text PRIMARY KEY NOT NULL,
	"rolled_to" "xid8" NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_request_gaps" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"id" text collate "C" NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"requests" integer NOT NULL,
	CONSTRAINT "api_request_gaps_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "api_request_gaps_mode" CHECK ("api_request_gaps"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "api_requests" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"id" text collate "C" NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"route" text,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" smallint NOT NULL,
	"answer" text NOT NULL,
	"error_code" text,
	"version" text NOT NULL,
	"duration_ms" integer NOT NULL,
	"address" text,
	"user_agent" text,
	"idempotency_key" text,
	"replayed" boolean NOT NULL,
	"object_id" text,
	"request_body" text,
	"request_form" boolean NOT NULL,
	"request_bytes" integer NOT NULL,
	"request_cut" boolean NOT NULL,
	"response_body" text,
	"response_bytes" integer NOT NULL,
	"response_cut" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "api_requests_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "api_requests_mode" CHECK ("api_requests"."mode" in ('test', 'live')),
	CONSTRAINT "api_requests_answer_known" CHECK ("api_requests"."answer" in ('2xx', '3xx', '4xx', '5xx'))
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "sandbox_clocks" (
	"account_id" text collate "C" PRIMARY KEY NOT NULL,
	"ahead_ms" bigint DEFAULT 0 NOT NULL,
	"target_ms" bigint DEFAULT 0 NOT NULL,
	"lease_id" text,
	"leased_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_clocks_forward" CHECK ("sandbox_clocks"."ahead_ms" >= 0 and "sandbox_clocks"."target_ms" >= "sandbox_clocks"."ahead_ms")
);
--> statement-breakpoint
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
	"reopened_at" timestamp (3) with time zone,
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
CREATE TABLE "invitations" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"invited_by" text NOT NULL,
	"sends" smallint DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "invitations_token" UNIQUE("token_hash"),
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('owner', 'admin', 'developer', 'finance', 'support', 'read_only'))
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"event_id" text collate "C" NOT NULL,
	"event_type" text NOT NULL,
	"object_id" text NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempt_count" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"lease_id" text,
	"last_response_status" integer,
	"last_failure_cause" text,
	"replay_of" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"origin" text DEFAULT 'event' NOT NULL,
	CONSTRAINT "deliveries_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "deliveries_mode" CHECK ("deliveries"."mode" in ('test', 'live')),
	CONSTRAINT "deliveries_status_known" CHECK ("deliveries"."status" in ('pending', 'retrying', 'delivered', 'failed', 'held', 'canceled')),
	CONSTRAINT "deliveries_origin_known" CHECK ("deliveries"."origin" in ('event', 'replay', 'test'))
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"account_id" text collate "C" NOT NULL,
	"delivery_id" text collate "C" NOT NULL,
	"number" smallint NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"request_headers" json NOT NULL,
	"body_version" text NOT NULL,
	"response_status" integer,
	"response_headers" json,
	"response_body" "bytea",
	"response_truncated" boolean DEFAULT false NOT NULL,
	"failure_cause" text,
	"failure_message" text,
	"address" text,
	"timings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"signed_with" text[],
	"certificate" jsonb,
	CONSTRAINT "delivery_attempts_account_id_delivery_id_number_pk" PRIMARY KEY("account_id","delivery_id","number")
) PARTITION BY RANGE ("delivery_id");
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"version" text NOT NULL,
	"description" text,
	"status" text DEFAULT 'enabled' NOT NULL,
	"disabled_reason" text,
	"failing_since" timestamp (3) with time zone,
	"secret" "bytea" NOT NULL,
	"secret_hint" text NOT NULL,
	"previous_secret" "bytea",
	"previous_secret_expires_at" timestamp (3) with time zone,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"warned_hours" smallint DEFAULT 0 NOT NULL,
	"previous_secret_hint" text,
	CONSTRAINT "webhook_endpoints_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "webhook_endpoints_mode" CHECK ("webhook_endpoints"."mode" in ('test', 'live')),
	CONSTRAINT "webhook_endpoints_status" CHECK ("webhook_endpoints"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
ALTER TABLE "account_pin_changes" ADD CONSTRAINT "account_pin_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_notices" ADD CONSTRAINT "version_notices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_credentials" ADD CONSTRAINT "auth_credentials_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_recovery_codes" ADD CONSTRAINT "auth_recovery_codes_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_second_factors" ADD CONSTRAINT "auth_second_factors_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_session_states" ADD CONSTRAINT "auth_session_states_session_id_auth_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_account_id_payment_id_payments_account_id_id_fk" FOREIGN KEY ("account_id","payment_id") REFERENCES "public"."payments"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_callers" ADD CONSTRAINT "api_key_callers_account_id_key_id_api_keys_account_id_id_fk" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_last_use" ADD CONSTRAINT "api_key_last_use_account_id_key_id_api_keys_account_id_id_fk" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_account_id_key_id_api_keys_account_id_id_fk" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_usage_minutes" ADD CONSTRAINT "api_key_usage_minutes_account_id_key_id_api_keys_account_id_id_fk" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_version_usage" ADD CONSTRAINT "api_version_usage_account_id_key_id_api_keys_account_id_id_fk" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_account_id_customer_id_customers_account_id_id_fk" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_account_id_payment_method_id_payment_methods_account_id_id_fk" FOREIGN KEY ("account_id","payment_method_id") REFERENCES "public"."payment_methods"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_account_id_customer_id_customers_account_id_id_fk" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_customer_id_customers_account_id_id_fk" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_account_id_payment_id_payments_account_id_id_fk" FOREIGN KEY ("account_id","payment_id") REFERENCES "public"."payments"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_account_id_subscription_id_subscriptions_account_id_id_fk" FOREIGN KEY ("account_id","subscription_id") REFERENCES "public"."subscriptions"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_customer_id_customers_account_id_id_fk" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_plan_id_plans_account_id_id_fk" FOREIGN KEY ("account_id","plan_id") REFERENCES "public"."plans"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_auth_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."auth_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("account_id","actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("account_id","action","id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("account_id","subject_id","id");--> statement-breakpoint
CREATE INDEX "auth_credentials_user" ON "auth_credentials" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_user" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "balance_transactions_source" ON "balance_transactions" USING btree ("account_id","source_id","type");--> statement-breakpoint
CREATE INDEX "balance_transactions_created" ON "balance_transactions" USING btree ("account_id","mode","created_at","id");--> statement-breakpoint
CREATE INDEX "balance_transactions_unsettled" ON "balance_transactions" USING btree ("account_id","mode","created_at") WHERE settlement_id is null;--> statement-breakpoint
CREATE INDEX "balance_transactions_settlement" ON "balance_transactions" USING btree ("account_id","settlement_id","id") WHERE settlement_id is not null;--> statement-breakpoint
CREATE INDEX "balance_transactions_written" ON "balance_transactions" USING btree ("tx_id");--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_cutoff" ON "settlements" USING btree ("account_id","mode","currency","period_end");--> statement-breakpoint
CREATE INDEX "settlements_arrival" ON "settlements" USING btree ("account_id","mode","arrival_date","id");--> statement-breakpoint
CREATE INDEX "settlements_rail_check" ON "settlements" USING btree ("rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "customers_list" ON "customers" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "customers_email" ON "customers" USING btree ("account_id","mode","email");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_payment" ON "disputes" USING btree ("account_id","payment_id");--> statement-breakpoint
CREATE INDEX "disputes_rail_check" ON "disputes" USING btree ("rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "events_list" ON "events" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("account_id","mode","type","id");--> statement-breakpoint
CREATE INDEX "events_object" ON "events" USING btree ("account_id","object_id","id");--> statement-breakpoint
CREATE INDEX "events_request" ON "events" USING btree ("account_id","request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "api_key_callers_start" ON "api_key_callers" USING btree ("per","start");--> statement-breakpoint
CREATE INDEX "api_key_usage_minutes_minute" ON "api_key_usage_minutes" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "api_keys_list" ON "api_keys" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_managed" ON "api_keys" USING btree ("account_id","mode") WHERE "api_keys"."managed";--> statement-breakpoint
CREATE INDEX "api_version_usage_hour" ON "api_version_usage" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "ledger_transfers_source" ON "ledger_transfers" USING btree ("account_id","source_id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_list" ON "ledger_transfers" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_payouts" ON "ledger_transfers" USING btree ("account_id","mode") WHERE kind in ('topup', 'payout', 'payout_settled', 'payout_released', 'payout_returned');--> statement-breakpoint
CREATE INDEX "mail_messages_due" ON "mail_messages" USING btree ("next_attempt_at","id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "mail_messages_recipient" ON "mail_messages" USING btree ("recipient","sent_at");--> statement-breakpoint
CREATE INDEX "mail_messages_created" ON "mail_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mandates_list" ON "mandates" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "mandates_customer" ON "mandates" USING btree ("account_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "mandates_payment_method" ON "mandates" USING btree ("account_id","payment_method_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_live" ON "mandates" USING btree ("account_id","payment_method_id","scheme") WHERE status in ('pending', 'active');--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_reference" ON "mandates" USING btree ("account_id","mode","reference");--> statement-breakpoint
CREATE INDEX "mandates_rail_check" ON "mandates" USING btree ("rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "payment_methods_list" ON "payment_methods" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "payment_methods_customer" ON "payment_methods" USING btree ("account_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "payments_list" ON "payments" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" USING btree ("account_id","mode","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_status" ON "payments" USING btree ("account_id","mode","status","id");--> statement-breakpoint
CREATE INDEX "payments_customer" ON "payments" USING btree ("account_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "payments_method" ON "payments" USING btree ("account_id","payment_method_id","id");--> statement-breakpoint
CREATE INDEX "payments_last4" ON "payments" USING btree ("account_id","mode","card_last4","id");--> statement-breakpoint
CREATE INDEX "payments_declined_card" ON "payments" USING btree ("account_id","mode","card_fingerprint","created_at") WHERE outcome = 'declined';--> statement-breakpoint
CREATE INDEX "payments_declined_customer" ON "payments" USING btree ("account_id","mode","customer_id","created_at") WHERE outcome = 'declined' and customer_id is not null;--> statement-breakpoint
CREATE INDEX "payments_settlement" ON "payments" USING btree ("account_id","settlement_id","id") WHERE settlement_id is not null;--> statement-breakpoint
CREATE INDEX "payments_invoice" ON "payments" USING btree ("account_id","invoice_id","id") WHERE invoice_id is not null;--> statement-breakpoint
CREATE INDEX "payments_rail_check" ON "payments" USING btree ("rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "funding_credits_list" ON "funding_credits" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "payout_batches_list" ON "payout_batches" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "payouts_list" ON "payouts" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "payouts_batch" ON "payouts" USING btree ("account_id","batch_id","id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "payouts_returned" ON "payouts" USING btree ("account_id","mode","updated_at") WHERE status = 'returned';--> statement-breakpoint
CREATE INDEX "payouts_rail_check" ON "payouts" USING btree ("rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "refunds_list" ON "refunds" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("account_id","payment_id","id");--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("account_id","mode","updated_at") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "refunds_rail_check" ON "refunds" USING btree ("rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "replay_claims_replay" ON "replay_claims" USING btree ("account_id","replay_id");--> statement-breakpoint
CREATE INDEX "replay_items_next" ON "replay_items" USING btree ("account_id","replay_id","endpoint_id","state","delivery_id");--> statement-breakpoint
CREATE INDEX "replays_list" ON "replays" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "replays_due" ON "replays" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "cost_kinds_own" ON "cost_kinds" USING btree ("account_id","mode","currency");--> statement-breakpoint
CREATE INDEX "downloads_running" ON "downloads" USING btree ("created_at") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "outcome_kinds_own" ON "outcome_kinds" USING btree ("account_id","mode","currency");--> statement-breakpoint
CREATE INDEX "payment_retries_of" ON "payment_retries" USING btree ("account_id","retry_of");--> statement-breakpoint
CREATE INDEX "api_request_gaps_end" ON "api_request_gaps" USING btree ("to_at");--> statement-breakpoint
CREATE INDEX "api_requests_key" ON "api_requests" USING btree ("account_id","key_id","id");--> statement-breakpoint
CREATE INDEX "api_requests_route" ON "api_requests" USING btree ("account_id","mode","route","id");--> statement-breakpoint
CREATE INDEX "api_requests_method" ON "api_requests" USING btree ("account_id","mode","method","id");--> statement-breakpoint
CREATE INDEX "api_requests_answer" ON "api_requests" USING btree ("account_id","mode","answer","id");--> statement-breakpoint
CREATE INDEX "api_requests_version" ON "api_requests" USING btree ("account_id","mode","version","id");--> statement-breakpoint
CREATE INDEX "api_requests_error" ON "api_requests" USING btree ("account_id","mode","error_code","id") WHERE error_code is not null;--> statement-breakpoint
CREATE INDEX "api_requests_idempotency" ON "api_requests" USING btree ("account_id","mode","idempotency_key","id") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "api_requests_object" ON "api_requests" USING btree ("account_id","mode","object_id","id") WHERE object_id is not null;--> statement-breakpoint
CREATE INDEX "invoices_list" ON "invoices" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "invoices_status" ON "invoices" USING btree ("account_id","mode","status","id");--> statement-breakpoint
CREATE INDEX "invoices_subscription" ON "invoices" USING btree ("account_id","subscription_id","id");--> statement-breakpoint
CREATE INDEX "invoices_customer" ON "invoices" USING btree ("account_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("account_id","mode","number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_draft" ON "invoices" USING btree ("account_id","subscription_id") WHERE status = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_one_open" ON "invoices" USING btree ("account_id","subscription_id") WHERE status = 'open' and reopened_at is null;--> statement-breakpoint
CREATE INDEX "plans_list" ON "plans" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "subscriptions_list" ON "subscriptions" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "subscriptions_status" ON "subscriptions" USING btree ("account_id","mode","status","id");--> statement-breakpoint
CREATE INDEX "subscriptions_customer" ON "subscriptions" USING btree ("account_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "subscriptions_plan" ON "subscriptions" USING btree ("account_id","plan_id","id");--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("account_id","email") WHERE "invitations"."accepted_at" is null and "invitations"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "invitations_list" ON "invitations" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_list" ON "deliveries" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "deliveries_endpoint" ON "deliveries" USING btree ("account_id","endpoint_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_event" ON "deliveries" USING btree ("account_id","event_id");--> statement-breakpoint
CREATE INDEX "deliveries_queue" ON "deliveries" USING btree ("status","endpoint_id","next_attempt_at","id") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "deliveries_replays" ON "deliveries" USING btree ("account_id","event_id","endpoint_id") WHERE replay_of is not null;--> statement-breakpoint
CREATE INDEX "deliveries_type" ON "deliveries" USING btree ("account_id","mode","event_type","id");--> statement-breakpoint
CREATE INDEX "deliveries_status" ON "deliveries" USING btree ("account_id","mode","status","id") WHERE status not in ('pending', 'delivered');--> statement-breakpoint
CREATE INDEX "deliveries_endpoint_status" ON "deliveries" USING btree ("account_id","endpoint_id","status","id") WHERE status not in ('pending', 'delivered');--> statement-breakpoint
CREATE INDEX "deliveries_cause" ON "deliveries" USING btree ("account_id","mode","last_failure_cause","id") WHERE last_failure_cause is not null;--> statement-breakpoint
CREATE INDEX "deliveries_unanswered" ON "deliveries" USING btree ("account_id","mode","id") WHERE last_failure_cause is not null and last_response_status is null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_list" ON "webhook_endpoints" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_failing" ON "webhook_endpoints" USING btree ("failing_since") WHERE failing_since is not null and status = 'enabled';--> statement-breakpoint
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the audit log are never changed or deleted';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
