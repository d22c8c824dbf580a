-- Kinds get sums per day (grain 2). No rollup may add quarters meanwhile.
SELECT 1 FROM "rollup_progress" FOR UPDATE;--> statement-breakpoint
INSERT INTO "outcome_kind_sums" (kind, grain, bucket, approved, declined, soft_declined, authentication_failed, abandoned, recovered, approved_amount, declined_amount, soft_declined_amount, recovered_amount)
SELECT kind, 2, date_trunc('day', bucket, 'UTC'), nullif(sum(approved), 0)::bigint, nullif(sum(declined), 0)::bigint, nullif(sum(soft_declined), 0)::bigint, nullif(sum(authentication_failed), 0)::bigint, nullif(sum(abandoned), 0)::bigint, nullif(sum(recovered), 0)::bigint, nullif(sum(approved_amount), 0)::bigint, nullif(sum(declined_amount), 0)::bigint, nullif(sum(soft_declined_amount), 0)::bigint, nullif(sum(recovered_amount), 0)::bigint
  FROM "outcome_kind_sums" WHERE grain = 0
 GROUP BY kind, date_trunc('day', bucket, 'UTC')
 ORDER BY 1, 3;--> statement-breakpoint
INSERT INTO "cost_kind_sums" (kind, grain, bucket, charges, amount, interchange, scheme_fee, markup, commission, max_fee)
SELECT kind, 2, date_trunc('day', bucket, 'UTC'), nullif(sum(charges), 0)::bigint, nullif(sum(amount), 0)::bigint, nullif(sum(interchange), 0)::bigint, nullif(sum(scheme_fee), 0)::bigint, nullif(sum(markup), 0)::bigint, nullif(sum(commission), 0)::bigint, nullif(max(max_fee), 0)::bigint
  FROM "cost_kind_sums" WHERE grain = 0
 GROUP BY kind, date_trunc('day', bucket, 'UTC')
 ORDER BY 1, 3;