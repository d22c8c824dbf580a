ALTER TABLE "cost_rollups" DROP CONSTRAINT "cost_rollups_pk";
--> statement-breakpoint
ALTER TABLE "cost_rollups" ADD CONSTRAINT "cost_rollups_pk" PRIMARY KEY("account_id","mode","dimension","grain","currency","bucket","value");--> statement-breakpoint
ALTER TABLE "outcome_rollups" DROP CONSTRAINT "outcome_rollups_pk";
--> statement-breakpoint
ALTER TABLE "outcome_rollups" ADD CONSTRAINT "outcome_rollups_pk" PRIMARY KEY("account_id","mode","dimension","grain","currency","bucket","value");