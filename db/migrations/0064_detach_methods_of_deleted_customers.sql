-- Payment methods of deleted customers stayed active and could be charged.
UPDATE "payment_methods" m SET status = 'detached'
  FROM "customers" c
 WHERE c.account_id = m.account_id AND c.id = m.customer_id AND c.deleted AND m.status = 'active';
