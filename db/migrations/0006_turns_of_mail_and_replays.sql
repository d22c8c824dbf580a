DROP INDEX "replays_due";--> statement-breakpoint
CREATE INDEX "mail_messages_turns" ON "mail_messages" USING btree ("account_id","next_attempt_at","id") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "replays_turns" ON "replays" USING btree ("account_id","due_at") WHERE due_at is not null;