CREATE TABLE "member_settings" (
	"account_id" text collate "C" NOT NULL,
	"user_id" text NOT NULL,
	"favourites" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tour_step" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_settings_account_id_user_id_pk" PRIMARY KEY("account_id","user_id"),
	CONSTRAINT "member_settings_tour_step" CHECK ("member_settings"."tour_step" in ('pay', 'follow', 'find'))
);
--> statement-breakpoint
ALTER TABLE "member_settings" ADD CONSTRAINT "member_settings_account_id_user_id_members_account_id_user_id_fk" FOREIGN KEY ("account_id","user_id") REFERENCES "public"."members"("account_id","user_id") ON DELETE cascade ON UPDATE no action;