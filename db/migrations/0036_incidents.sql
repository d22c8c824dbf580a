CREATE TABLE "incident_amounts" (
	"account_id" text collate "C" NOT NULL,
	"incident_id" text collate "C" NOT NULL,
	"currency" text NOT NULL,
	"at_risk" bigint NOT NULL,
	CONSTRAINT "incident_amounts_account_id_incident_id_currency_pk" PRIMARY KEY("account_id","incident_id","currency")
);
--> statement-breakpoint
CREATE TABLE "incident_watches" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"id" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"wakes" integer DEFAULT 0 NOT NULL,
	"seen_to" timestamp (3) with time zone,
	"tests" jsonb,
	CONSTRAINT "incident_watches_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "incident_watches_mode" CHECK ("incident_watches"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"account_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"dimension" text NOT NULL,
	"value" text NOT NULL,
	"code" text,
	"since" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"usual_of" integer NOT NULL,
	"usual_declined" integer NOT NULL,
	"current_of" integer NOT NULL,
	"current_declined" integer NOT NULL,
	"least_declines" integer NOT NULL,
	"per_hour" double precision NOT NULL,
	CONSTRAINT "incidents_account_id_mode_id_pk" PRIMARY KEY("account_id","mode","id"),
	CONSTRAINT "incidents_mode" CHECK ("incidents"."mode" in ('test', 'live')),
	CONSTRAINT "incidents_dimension_known" CHECK ("incidents"."dimension" in ('all', 'issuer', 'issuer_country', 'bin', 'method')),
	CONSTRAINT "incidents_counts" CHECK (current_declined <= current_of and usual_declined <= usual_of)
);
--> statement-breakpoint
CREATE INDEX "incident_watches_due" ON "incident_watches" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "incident_watches_owner_due" ON "incident_watches" USING btree ("account_id","mode","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open" ON "incidents" USING btree ("account_id","mode") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "incidents_newest" ON "incidents" USING btree ("account_id","mode","opened_at");