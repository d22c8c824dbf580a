CREATE TABLE "auth_password_resets" (
	"user_id" text PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "auth_password_resets_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "auth_reset_requests" (
	"request_id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"address" text,
	"client" text,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "secret" "bytea";--> statement-breakpoint
ALTER TABLE "auth_password_resets" ADD CONSTRAINT "auth_password_resets_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;