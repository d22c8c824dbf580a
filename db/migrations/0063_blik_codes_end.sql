-- The BLIK code of a payment was kept after its outcome.
UPDATE "payments" SET rail_token = NULL
 WHERE rail_token IS NOT NULL AND outcome IS NOT NULL;
