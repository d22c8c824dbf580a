CREATE TABLE "installation" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key_check" "bytea",
	"held_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_one" CHECK ("installation"."one")
);
