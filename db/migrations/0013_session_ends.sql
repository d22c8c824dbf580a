ALTER TABLE "accounts" ADD COLUMN "session_idle_minutes" integer DEFAULT 720 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "session_days" integer DEFAULT 30 NOT NULL;