-- A settlement that arrived after its expected day kept that day (migration 0022), so screens and files disagreed about it.
UPDATE "settlements" SET arrival_date = (paid_at at time zone 'UTC')::date
 WHERE paid_at IS NOT NULL AND arrival_date <> (paid_at at time zone 'UTC')::date;
