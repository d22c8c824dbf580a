-- An account's first keys had no person. Their secrets were given to the account's first owner, who answers for them now.
update api_keys k
   set created_by = m.user_id
  from (select distinct on (account_id) account_id, user_id from members order by account_id, created_at, user_id) m
 where m.account_id = k.account_id and k.created_by = 'account creation' and not k.managed;
