/**
 * The search for causes of declines in plain SQL, written from docs/analytics.md ("What raised the decline rate"); nothing here may
 * come from `lib/domain/analytics` or `lib/kernel/raised-rates.ts`. Works on temporary tables of one session.
 */

import { OUTCOMES } from "../rows-sql.ts";

/** Payments on both sides of a comparison, and the rise from which one counts. */
const FEWEST = 20;
const RISE = 0.05;
/** Together, all tests find a cause that is none in at most 1 of 100 searches. */
const FALSE = 0.01;
export const MOST = 5;

export const SETUP = `
  create temp table series (dimension text, value text collate "C", slot int, n float8, declined float8);
  create temp table near_series (like series);
  create temp table original (like series);
  create temp table slots (slot int, starts timestamp, ends timestamp);
  create temp table near_slots (like slots);
  create temp table best (dimension text, value text collate "C", first int, last int, is_whole boolean, n float8, declined float8,
                          rest_n float8, rest_declined float8, evidence float8, tests int);
  create or replace function pg_temp.rate(n float8, d float8) returns float8 language sql immutable as
    'select case when n = 0 then 0 else d / n end';
  create or replace function pg_temp.part(p float8, q float8) returns float8 language sql immutable as
    'select case when p <= 0 then 0 when q <= 0 then ''Infinity''::float8 else p * ln(p / q) end';
  create or replace function pg_temp.kl(p float8, q float8) returns float8 language sql immutable as
    'select pg_temp.part(p, q) + pg_temp.part(1 - p, 1 - q)';
  -- Bounds of the hypergeometric distribution, by either sample and by the declines.
  create or replace function pg_temp.evidence(n float8, d float8, m float8, e float8) returns float8 language sql immutable as
    'select case when n = 0 or m = 0 or d / n <= e / m then 0
                 else greatest(n * pg_temp.kl(d / n, (d + e) / (n + m)), m * pg_temp.kl(e / m, (d + e) / (n + m)),
                               (d + e) * pg_temp.kl(d / (d + e), n / (n + m))) end'`;

/** Hours up to 3 days, days up to 100, else months. */
export const UNIT = `
  select case when days <= 3.1 then 'hour' when days <= 100 then 'day' else 'month' end as unit
    from (select extract(epoch from $2::timestamptz - $1::timestamptz) / 86400.0 as days) d`;

type Names = { slots: "slots" | "near_slots"; series: "series" | "near_series" };

/** The slots of a range in UTC. $1 and $2: its ends. */
export const slotsSql = ({ slots }: Names, unit: string) => `
  insert into ${slots}
  select (row_number() over (order by s))::int - 1, s, s + interval '1 ${unit}'
    from generate_series(date_trunc('${unit}', $1::timestamptz at time zone 'UTC'),
                         ($2::timestamptz at time zone 'UTC') - interval '1 microsecond', interval '1 ${unit}') s`;

const VALUES = `(values ('all', ''), ('issuer', coalesce(card_issuer, '')), ('issuer_country', coalesce(card_country, '')),
                        ('bin', coalesce(card_bin, '')), ('method', method)) d(dimension, value)`;

/** The decided payments of every slice in every slot. $1 account, $2 zone, $3 currency, $4 and $5 the range; with filters only all
 *  payments that match `limits`. `only`: one slice ($6, $7). */
export const seriesSql = (
  { slots, series }: Names,
  { limits, only }: { limits: readonly string[]; only: boolean },
) => `
  insert into ${series}
  with counted as (
    select d.dimension, d.value, s.slot, count(*)::float8 as n, (count(*) filter (where outcome = 'declined'))::float8 as declined
      from (select *, $2::text as zone from (${OUTCOMES}) o) o
     cross join lateral ${VALUES}
      join ${slots} s on (at at time zone 'UTC') >= s.starts and (at at time zone 'UTC') < s.ends
     where outcome in ('approved', 'declined') and currency = $3 and at >= $4 and at < $5
       and (d.dimension = 'all' or d.value <> '')
       ${limits.map((limit) => `and ${limit}`).join(" ")}
       ${only ? "and d.dimension = $6 and d.value = $7" : ""}
       ${limits.length > 0 ? "and d.dimension = 'all'" : ""}
     group by 1, 2, 3
  )
  select v.dimension, v.value, s.slot, coalesce(c.n, 0), coalesce(c.declined, 0)
    from (select distinct dimension, value from counted) v cross join ${slots} s
    left join counted c using (dimension, value, slot)`;

/** All windows of each slice that can be tested, with the rest of the slice; `outside` adds to the rest. */
const windows = (series: string, outside: string) => `
  sums as (
    select dimension, value, slot, n, declined,
           sum(n) over w as n_to, sum(declined) over w as declined_to,
           sum(n) over a as n_all, sum(declined) over a as declined_all
      from ${series}
    window w as (partition by dimension, value order by slot), a as (partition by dimension, value)
  ), tested as (
    select b.dimension, b.value, a.slot as first, b.slot as last,
           b.n_to - a.n_to + a.n as n, b.declined_to - a.declined_to + a.declined as declined,
           b.n_all - (b.n_to - a.n_to + a.n) + o.n as rest_n,
           b.declined_all - (b.declined_to - a.declined_to + a.declined) + o.declined as rest_declined
      from sums a join sums b on b.dimension = a.dimension and b.value = a.value and b.slot >= a.slot
     cross join (${outside}) o
  ), possible as (
    select *, case when pg_temp.rate(n, declined) - pg_temp.rate(rest_n, rest_declined) >= ${RISE}
                   then pg_temp.evidence(n, declined, rest_n, rest_declined) else 0 end as evidence
      from tested where n >= ${FEWEST} and rest_n >= ${FEWEST}
  )`;

/** Equal sums differ in their last digits if they are added in another order. */
const EQUAL = "round(evidence::numeric, 9)";

const NOTHING = "select 0::float8 as n, 0::float8 as declined";

/** The strongest evidence of each slice: of its windows, or as a whole against the other payments, unless it is the majority. */
export const FIND_BEST = `
  insert into best
  with ${windows("series", NOTHING)}, strongest as (
    select distinct on (dimension, value) * from possible where evidence > 0 order by dimension, value, ${EQUAL} desc, first, last
  ), whole as (
    select t.dimension, t.value, t.n, t.declined, a.n - t.n as rest_n, greatest(0, a.declined - t.declined) as rest_declined
      from (select dimension, value, sum(n) as n, sum(declined) as declined from series group by 1, 2) t
     cross join (select sum(n) as n, sum(declined) as declined from series where dimension = 'all') a
     where t.dimension <> 'all'
  ), against as (
    select *, case when pg_temp.rate(n, declined) - pg_temp.rate(rest_n, rest_declined) >= ${RISE}
                   then pg_temp.evidence(n, declined, rest_n, rest_declined) else 0 end as evidence
      from whole where n <= rest_n and n >= ${FEWEST} and rest_n >= ${FEWEST}
  ), slices as (
    select s.dimension, s.value, w.first, w.last, w.n, w.declined, w.rest_n, w.rest_declined, coalesce(w.evidence, 0) as evidence,
           a.n as a_n, a.declined as a_declined, a.rest_n as a_rest_n, a.rest_declined as a_rest_declined,
           coalesce(a.evidence, 0) > coalesce(w.evidence, 0) as by_others, a.evidence as a_evidence,
           (select count(*) from possible p where p.dimension = s.dimension and p.value = s.value)::int
             + (a.n is not null)::int as tests
      from (select distinct dimension, value from series) s
      left join strongest w using (dimension, value) left join against a using (dimension, value)
  )
  select dimension, value, case when by_others then 0 else first end,
         case when by_others then (select max(slot) from slots) else last end, by_others,
         case when by_others then a_n else n end, case when by_others then a_declined else declined end,
         case when by_others then a_rest_n else rest_n end, case when by_others then a_rest_declined else rest_declined end,
         case when by_others then a_evidence else evidence end, tests
    from slices`;

const ORDER = `array_position(array['all', 'issuer', 'issuer_country', 'bin', 'method'], dimension)`;
const NEEDED = `(select ln(greatest(1, sum(tests)) / ${FALSE}) from best)`;

/** Slices with sufficient evidence, the strongest first. */
export const SURE = `
  select * from best where evidence >= ${NEEDED} and evidence > 0
   order by ${EQUAL} desc, ${ORDER}, value`;

/** Takes what a cause explains ($1 dimension, $2 value, $3 and $4 its slots, $5 and $6 its comparison) out of every slice
 *  that shares payments with it ($7 account, $8 currency). */
export const EXPLAIN = `
  with pairs as (
    select distinct coalesce(card_issuer, '') as issuer, coalesce(card_country, '') as issuer_country, coalesce(card_bin, '') as bin, method
      from payments where account_id = $7 and mode = 'test' and currency = $8 and outcome is not null
  ), cause as (
    select slot, greatest(0, declined - n * pg_temp.rate($5, $6)) as excess
      from series where dimension = $1 and value = $2 and slot between $3 and $4
  ), outside as (
    select dimension, value, coalesce(sum(n) filter (where slot not between $3 and $4), 0) as n,
           coalesce(sum(declined) filter (where slot not between $3 and $4), 0) as declined
      from series group by 1, 2
  ), sharing as (
    select o.dimension, o.value, case when o.n > 0 then pg_temp.rate(o.n, o.declined) else pg_temp.rate($5, $6) end as usual
      from outside o
     where o.dimension = 'all' or $1 = 'all' or (o.dimension = $1 and o.value = $2)
        or (o.dimension <> $1 and exists (
          select from pairs p
           where $2 = case $1 when 'issuer' then p.issuer when 'issuer_country' then p.issuer_country when 'bin' then p.bin else p.method end
             and o.value = case o.dimension when 'issuer' then p.issuer when 'issuer_country' then p.issuer_country
                                            when 'bin' then p.bin else p.method end))
  )
  update series s set declined = greatest(least(s.declined, s.n * h.usual), s.declined - c.excess)
    from cause c, sharing h
   where c.slot = s.slot and h.dimension = s.dimension and h.value = s.value`;

/** The counts of a slice in some slots, as the lists have them. */
export const COUNTED = `
  select coalesce(sum(n), 0) as n, coalesce(sum(declined), 0) as declined
    from original where dimension = $1 and value = $2 and slot between $3 and $4`;

export const TOTAL = `
  select coalesce(sum(n), 0) as n, coalesce(sum(declined), 0) as declined from original where dimension = 'all'`;

export const SPAN = `
  select (select starts at time zone 'UTC' from slots where slot = $1) as starts,
         (select ends at time zone 'UTC' from slots where slot = $2) as ends`;

/** The best window of one slice in finer slots; the payments of the slice beside them ($1 dimension, $2 value) are the rest. */
export const REFINE = `
  with ${windows(
    "near_series",
    `select coalesce((select sum(n) from original where dimension = $1 and value = $2), 0) - coalesce((select sum(n) from near_series), 0) as n,
            coalesce((select sum(declined) from original where dimension = $1 and value = $2), 0)
              - coalesce((select sum(declined) from near_series), 0) as declined`,
  )}
  select p.*, f.starts at time zone 'UTC' as starts, l.ends at time zone 'UTC' as ends
    from possible p join near_slots f on f.slot = p.first join near_slots l on l.slot = p.last
   where p.evidence > 0 order by ${EQUAL} desc, p.first, p.last limit 1`;

/** One slot more on both sides of a window, within the range. $1 and $2 the window, $3 and $4 the range. */
export const aroundSql = (unit: string) => `
  select greatest($3::timestamptz, date_trunc('${unit}', $1::timestamptz - interval '1 ms', 'UTC')) as starts,
         least($4::timestamptz, date_trunc('${unit}', $2::timestamptz, 'UTC') + interval '1 ${unit}') as ends`;

/** The least rate of a tenth of all payments ($1, of which $2 were declined) that $3 tests find in 4 of 5 cases. */
export const LEAST = `
  with tenth as (select greatest(${FEWEST}, floor($1::float8 * 0.1)) as n),
  rest as (select n, $1::float8 - n as m, round((($1::float8 - n) * pg_temp.rate($1, $2))::numeric)::float8 as e from tenth),
  risks as (
    select n, m, e, least(1, pg_temp.rate($1, $2) + ${RISE} + 0.005 * step) as risk, step
      from rest cross join generate_series(0, 200) step
     where m >= n and pg_temp.rate($1, $2) + ${RISE} + 0.005 * step < 1.005
  ), drawn as (
    select *, greatest(0, floor(n * risk - 0.84 * sqrt(n * risk * (1 - risk)))) as d from risks
  )
  select n::text as of, risk as rate, pg_temp.rate($1, $2) as usual from drawn
   where pg_temp.rate(n, d) - pg_temp.rate(m, e) >= ${RISE} and pg_temp.evidence(n, d, m, e) >= ln(greatest(1, $3::int) / ${FALSE})
   order by step limit 1`;
