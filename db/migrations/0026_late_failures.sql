-- Late failures had stayed approved in reports. Their approval is taken back by a fact of weight -1, and they count as declined.
insert into payment_outcomes (account_id, mode, payment_id, outcome, weight)
select p.account_id, p.mode, p.id, f.outcome, f.weight
  from payments p cross join (values ('approved', -1), ('declined', 1)) f(outcome, weight)
 where p.status = 'failed' and p.outcome = 'approved';
--> statement-breakpoint
update payments set outcome = 'declined' where status = 'failed' and outcome = 'approved';
