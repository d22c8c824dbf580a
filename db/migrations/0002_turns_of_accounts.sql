CREATE INDEX "settlements_turns" ON "settlements" USING btree ("account_id","mode","rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "disputes_turns" ON "disputes" USING btree ("account_id","mode","rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "mandates_turns" ON "mandates" USING btree ("account_id","mode","rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "payments_turns" ON "payments" USING btree ("account_id","mode","rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "payouts_turns" ON "payouts" USING btree ("account_id","mode","rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "refunds_turns" ON "refunds" USING btree ("account_id","mode","rail_check_at") WHERE rail_check_at is not null;--> statement-breakpoint
CREATE INDEX "invoices_turns" ON "invoices" USING btree ("account_id","mode","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_turns" ON "subscriptions" USING btree ("account_id","mode","due_at") WHERE due_at is not null;