CREATE TABLE "account_homes" (
	"account_id" text collate "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
insert into "account_homes" select "id" from "accounts";
