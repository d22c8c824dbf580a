CREATE TABLE "audit_blocks" (
	"account_id" text collate "C" NOT NULL,
	"number" bigint NOT NULL,
	"entries" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_blocks_account_id_number_pk" PRIMARY KEY("account_id","number")
);
--> statement-breakpoint
CREATE TABLE "audit_people" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"salt" "bytea" NOT NULL,
	"subject_name" text,
	"actor_name" text,
	"address" text,
	"client" text,
	CONSTRAINT "audit_people_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"block" bigint NOT NULL,
	"place" integer NOT NULL,
	"entry_hash" "bytea" NOT NULL,
	"people_hash" "bytea" NOT NULL,
	CONSTRAINT "audit_seals_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "audit_unsealed" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"tx_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "audit_unsealed_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "audit_seals_order" ON "audit_seals" USING btree ("account_id","block","place");--> statement-breakpoint
CREATE INDEX "audit_unsealed_order" ON "audit_unsealed" USING btree ("tx_id","account_id","id");--> statement-breakpoint
-- What there is already is sealed by the worker, in the order of its ids.
INSERT INTO "audit_people" ("account_id", "id", "salt", "subject_name", "actor_name", "address", "client")
  SELECT "account_id", "id", uuid_send(gen_random_uuid()), "subject_name", "actor_name", "address", "client" FROM "audit_entries";--> statement-breakpoint
INSERT INTO "audit_unsealed" ("account_id", "id") SELECT "account_id", "id" FROM "audit_entries";--> statement-breakpoint
ALTER TABLE "audit_entries" DROP COLUMN "subject_name";--> statement-breakpoint
ALTER TABLE "audit_entries" DROP COLUMN "actor_name";--> statement-breakpoint
ALTER TABLE "audit_entries" DROP COLUMN "address";--> statement-breakpoint
ALTER TABLE "audit_entries" DROP COLUMN "client";