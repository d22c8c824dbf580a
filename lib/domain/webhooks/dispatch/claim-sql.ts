/** The part of a claim that picks due deliveries of `headed` endpoints and locks them; `held` ends the condition on deliveries. */
export const pickedSql = (held = "") => `picked as materialized (
    select due.account_id, due.id, due.place, due.turn
      from (
        select d.account_id, d.id, d.place, d.next_attempt_at,
               row_number() over (partition by d.account_id order by d.next_attempt_at, d.id) as turn
          from headed h
          cross join lateral (
            select account_id, id, next_attempt_at, ctid as place from deliveries
             where id >= $8 and id < $12 and status = $1 and endpoint_id = h.endpoint_id
               ${held} and next_attempt_at >= $13 and next_attempt_at <= $2
               and (leased_until is null or leased_until <= $2)
             order by next_attempt_at, id
             limit greatest(h.room, 0)
             for update skip locked
          ) d
         where h.endpoint_id <> all($11::text[])
      ) due
      left join unnest($16::text[], $17::int[]) as busy (account_id, room)
        on busy.account_id = due.account_id
     where due.turn <= coalesce(busy.room, $18::int)
     order by due.turn, due.next_attempt_at, due.id
     limit $5
  )`;
