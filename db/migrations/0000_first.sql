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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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
	"data" jsonb NOT NULL,
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
CREATE TABLE "api_key_last_use" (
	"account_id" text collate "C" NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"last_address" text,
	"last_version" text,
	"total_requests" integer NOT NULL,
	"total_errors" integer NOT NULL,
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
	CONSTRAINT "payment_methods_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "payment_methods_mode" CHECK ("payment_methods"."mode" in ('test', 'live')),
	CONSTRAINT "payment_methods_status" CHECK ("payment_methods"."status" in ('active', 'detached', 'expired')),
	CONSTRAINT "payment_methods_last4" CHECK (length("payment_methods"."card_last4") = 4),
	CONSTRAINT "payment_methods_bin" CHECK (length("payment_methods"."card_bin") in (6, 8))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"rail_pending_since" timestamp (3) with time zone,
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
	CONSTRAINT "payments_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "payments_mode" CHECK ("payments"."mode" in ('test', 'live')),
	CONSTRAINT "payments_status_known" CHECK ("payments"."status" in ('requires_action', 'processing', 'requires_capture', 'succeeded', 'failed', 'canceled')),
	CONSTRAINT "payments_capture_known" CHECK ("payments"."capture" in ('automatic', 'manual')),
	CONSTRAINT "payments_amount_positive" CHECK ("payments"."amount" > 0),
	CONSTRAINT "payments_captured_within" CHECK ("payments"."amount_captured" between 0 and "payments"."amount"),
	CONSTRAINT "payments_refunded_within" CHECK ("payments"."amount_refunded" between 0 and "payments"."amount_captured")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"status" text NOT NULL,
	"rail_pending_since" timestamp (3) with time zone,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	"failure_reason" text,
	"settlement_id" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_id" text collate "C",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "refunds_mode" CHECK ("refunds"."mode" in ('test', 'live')),
	CONSTRAINT "refunds_status_known" CHECK ("refunds"."status" in ('pending', 'submitted', 'settled', 'failed', 'canceled')),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount" > 0)
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
	CONSTRAINT "deliveries_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "deliveries_mode" CHECK ("deliveries"."mode" in ('test', 'live')),
	CONSTRAINT "deliveries_status_known" CHECK ("deliveries"."status" in ('pending', 'retrying', 'delivered', 'failed', 'held', 'canceled'))
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"account_id" text collate "C" NOT NULL,
	"delivery_id" text collate "C" NOT NULL,
	"number" smallint NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"request_headers" jsonb NOT NULL,
	"body_version" text NOT NULL,
	"response_status" integer,
	"response_headers" jsonb,
	"response_body" "bytea",
	"response_truncated" boolean DEFAULT false NOT NULL,
	"failure_cause" text,
	"failure_message" text,
	"address" text,
	"timings" jsonb DEFAULT '{}'::jsonb NOT NULL,
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
	CONSTRAINT "webhook_endpoints_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "webhook_endpoints_mode" CHECK ("webhook_endpoints"."mode" in ('test', 'live')),
	CONSTRAINT "webhook_endpoints_status" CHECK ("webhook_endpoints"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_credentials" ADD CONSTRAINT "auth_credentials_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_last_use" ADD CONSTRAINT "api_key_last_use_account_id_key_id_api_keys_account_id_id_fk" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_usage" ADD CONSTRAINT "api_key_usage_account_id_key_id_api_keys_account_id_id_fk" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_account_id_customer_id_customers_account_id_id_fk" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_customer_id_customers_account_id_id_fk" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_account_id_payment_id_payments_account_id_id_fk" FOREIGN KEY ("account_id","payment_id") REFERENCES "public"."payments"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_credentials_user" ON "auth_credentials" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_user" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "customers_list" ON "customers" USING btree ("account_id","mode","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "customers_email" ON "customers" USING btree ("account_id","mode","email");--> statement-breakpoint
CREATE INDEX "events_list" ON "events" USING btree ("account_id","mode","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("account_id","mode","type","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "events_object" ON "events" USING btree ("account_id","object_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "idempotency_keys_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "api_keys_list" ON "api_keys" USING btree ("account_id","mode","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "ledger_transfers_source" ON "ledger_transfers" USING btree ("account_id","source_id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_list" ON "ledger_transfers" USING btree ("account_id","mode","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_methods_list" ON "payment_methods" USING btree ("account_id","mode","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_methods_customer" ON "payment_methods" USING btree ("account_id","customer_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_list" ON "payments" USING btree ("account_id","mode","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" USING btree ("account_id","mode","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_status" ON "payments" USING btree ("account_id","mode","status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_customer" ON "payments" USING btree ("account_id","customer_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payments_rail_pending" ON "payments" USING btree ("rail_pending_since") WHERE rail_pending_since is not null;--> statement-breakpoint
CREATE INDEX "refunds_list" ON "refunds" USING btree ("account_id","mode","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("account_id","payment_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "refunds_rail_pending" ON "refunds" USING btree ("rail_pending_since") WHERE rail_pending_since is not null;--> statement-breakpoint
CREATE INDEX "deliveries_list" ON "deliveries" USING btree ("account_id","mode","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries_endpoint" ON "deliveries" USING btree ("account_id","endpoint_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries_event" ON "deliveries" USING btree ("account_id","event_id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("next_attempt_at","id") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_list" ON "webhook_endpoints" USING btree ("account_id","mode","id" DESC NULLS LAST);