ALTER TABLE "bank_matches" DROP CONSTRAINT "bank_matches_account_id_mode_kind_object_id_pk";--> statement-breakpoint
ALTER TABLE "bank_matches" ADD CONSTRAINT "bank_matches_account_id_mode_kind_object_id_line_id_pk" PRIMARY KEY("account_id","mode","kind","object_id","line_id");--> statement-breakpoint
ALTER TABLE "bank_matches" ADD COLUMN "share" bigint;--> statement-breakpoint
UPDATE "bank_matches" SET "share" = "amount";--> statement-breakpoint
ALTER TABLE "bank_matches" ALTER COLUMN "share" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_matches" ADD CONSTRAINT "bank_matches_share" CHECK (abs("bank_matches"."share") <= abs("bank_matches"."amount"));