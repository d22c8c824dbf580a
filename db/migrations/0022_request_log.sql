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
CREATE INDEX "api_request_gaps_end" ON "api_request_gaps" USING btree ("to_at");--> statement-breakpoint
CREATE INDEX "api_requests_key" ON "api_requests" USING btree ("account_id","key_id","id");--> statement-breakpoint
CREATE INDEX "api_requests_route" ON "api_requests" USING btree ("account_id","mode","route","id");--> statement-breakpoint
CREATE INDEX "api_requests_method" ON "api_requests" USING btree ("account_id","mode","method","id");--> statement-breakpoint
CREATE INDEX "api_requests_answer" ON "api_requests" USING btree ("account_id","mode","answer","id");--> statement-breakpoint
CREATE INDEX "api_requests_version" ON "api_requests" USING btree ("account_id","mode","version","id");--> statement-breakpoint
CREATE INDEX "api_requests_error" ON "api_requests" USING btree ("account_id","mode","error_code","id") WHERE error_code is not null;--> statement-breakpoint
CREATE INDEX "api_requests_idempotency" ON "api_requests" USING btree ("account_id","mode","idempotency_key","id") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "api_requests_object" ON "api_requests" USING btree ("account_id","mode","object_id","id") WHERE object_id is not null;--> statement-breakpoint
CREATE INDEX "events_request" ON "events" USING btree ("account_id","request_id") WHERE request_id is not null;