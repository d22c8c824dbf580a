CREATE TABLE "sign_ups" (
	"request_id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"country" text NOT NULL,
	"currency" text NOT NULL,
	"timezone" text NOT NULL,
	"password_hash" text NOT NULL,
	"address" text,
	"client" text,
	"token_hash" "bytea",
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now(),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_ups_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "sign_ups_due" ON "sign_ups" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "sign_ups_created" ON "sign_ups" USING btree ("created_at");