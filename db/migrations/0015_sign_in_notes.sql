CREATE TABLE "auth_known_devices" (
	"user_id" text NOT NULL,
	"device" "bytea" NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "auth_known_devices_user_id_device_pk" PRIMARY KEY("user_id","device")
);
--> statement-breakpoint
CREATE TABLE "auth_refusals" (
	"request_id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"is_stop" boolean NOT NULL,
	"attempts" integer NOT NULL,
	"address" text,
	"client" text,
	"refused_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_known_devices" ADD CONSTRAINT "auth_known_devices_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;