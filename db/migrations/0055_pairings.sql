CREATE TABLE "pairings" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"poll_hash" "bytea" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"device" text NOT NULL,
	"address" text,
	"client" text,
	"status" text NOT NULL,
	"account_id" text collate "C",
	"answered_by" text,
	"scopes" text[],
	"polled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pairings_poll" UNIQUE("poll_hash"),
	CONSTRAINT "pairings_code" UNIQUE("code_hash"),
	CONSTRAINT "pairings_status" CHECK ("pairings"."status" in ('pending', 'confirmed', 'refused', 'collected'))
);
--> statement-breakpoint
CREATE INDEX "pairings_created" ON "pairings" USING btree ("created_at");