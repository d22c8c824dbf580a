CREATE TABLE "booking_settings" (
	"account_id" text collate "C" NOT NULL,
	"mode" text NOT NULL,
	"layout" text NOT NULL,
	"settings" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "booking_settings_account_id_mode_layout_pk" PRIMARY KEY("account_id","mode","layout"),
	CONSTRAINT "booking_settings_mode" CHECK ("booking_settings"."mode" in ('test', 'live')),
	CONSTRAINT "booking_settings_layout" CHECK ("booking_settings"."layout" in ('datev', 'xero', 'quickbooks'))
);
