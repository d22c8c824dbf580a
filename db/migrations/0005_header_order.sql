ALTER TABLE "delivery_attempts" ALTER COLUMN "request_headers" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ALTER COLUMN "response_headers" SET DATA TYPE json;