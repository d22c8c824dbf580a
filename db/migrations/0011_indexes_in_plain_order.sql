DROP INDEX "customers_list";--> statement-breakpoint
DROP INDEX "api_keys_list";--> statement-breakpoint
DROP INDEX "ledger_transfers_list";--> statement-breakpoint
DROP INDEX "payment_methods_list";--> statement-breakpoint
DROP INDEX "payment_methods_customer";--> statement-breakpoint
DROP INDEX "payments_list";--> statement-breakpoint
DROP INDEX "payments_created";--> statement-breakpoint
DROP INDEX "payments_status";--> statement-breakpoint
DROP INDEX "payments_customer";--> statement-breakpoint
DROP INDEX "payments_method";--> statement-breakpoint
DROP INDEX "payments_last4";--> statement-breakpoint
DROP INDEX "refunds_list";--> statement-breakpoint
DROP INDEX "refunds_payment";--> statement-breakpoint
DROP INDEX "replays_list";--> statement-breakpoint
DROP INDEX "webhook_endpoints_list";--> statement-breakpoint
CREATE INDEX "customers_list" ON "customers" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "api_keys_list" ON "api_keys" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_list" ON "ledger_transfers" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "payment_methods_list" ON "payment_methods" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "payment_methods_customer" ON "payment_methods" USING btree ("account_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "payments_list" ON "payments" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "payments_created" ON "payments" USING btree ("account_id","mode","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_status" ON "payments" USING btree ("account_id","mode","status","id");--> statement-breakpoint
CREATE INDEX "payments_customer" ON "payments" USING btree ("account_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "payments_method" ON "payments" USING btree ("account_id","payment_method_id","id");--> statement-breakpoint
CREATE INDEX "payments_last4" ON "payments" USING btree ("account_id","mode","card_last4","id");--> statement-breakpoint
CREATE INDEX "refunds_list" ON "refunds" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("account_id","payment_id","id");--> statement-breakpoint
CREATE INDEX "replays_list" ON "replays" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_list" ON "webhook_endpoints" USING btree ("account_id","mode","id");