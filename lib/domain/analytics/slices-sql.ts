import { statement } from "./figures-sql.ts";
import { OUTCOMES } from "./outcome-sql.ts";
import { freshOwnChangesSql, toAccount } from "./rollup-sql.ts";

/** Statements of decided payments by slot of time and by value of some dimensions, for the search of causes. */

const own = (row: string) =>
  `${row}.account_id = @account and ${row}.mode = @mode and ${row}.currency = @currency`;
const slot = (moment: string) => `date_trunc(@interval, ${moment}, 'UTC')`;
const SUMS =
  "coalesce(sum(approved), 0)::int as approved, coalesce(sum(declined), 0)::int as declined";

/** From the rollup, whose slices of the range are given; `also` narrows its rows `r`. */
const rolledSql = (also: string) => `
  select d.dimension, r.value, ${slot("r.bucket")} as at, ${SUMS}
    from unnest(@dimensions::text[]) as d(dimension)
   cross join (select * from unnest(@grains::smallint[], @sliceFroms::timestamptz[], @sliceTos::timestamptz[])
                   as s(grain, from_at, to_at)) s
    join outcome_rollups r on r.dimension = d.dimension and r.grain = s.grain
     and r.bucket >= s.from_at and r.bucket < s.to_at and ${own("r")} ${also}
   group by 1, 2, 3
  having sum(approved) > 0 or sum(declined) > 0`;

export const ROLLED_SLICES = statement("analytics.slices", rolledSql(""));

/** The same of one value. It is the last column of the index, so rows of other values are not fetched. */
export const ROLLED_SLICES_OF_ONE = statement(
  "analytics.slices_of_one",
  rolledSql("and r.value = @value"),
);

/** Figures outside the rollup: facts since its last run, and the edges of the range within an hour. */
export const FRESH_SLICES = statement(
  "analytics.fresh_slices",
  `
  with ${freshOwnChangesSql(OUTCOMES, "@account", "@mode")},
  fresh as (
    select c.* from changes c
     where ${own("c")} and c.created_at >= @wholeFrom and c.created_at < @wholeTo
    union all
    select c.* from unnest(@edgeFroms::timestamptz[], @edgeTos::timestamptz[]) as s(from_at, to_at)
     cross join lateral (${OUTCOMES.current(
       (row) => `${own(row)} and ${row}.created_at >= s.from_at and ${row}.created_at < s.to_at`,
       toAccount("@account"),
     )}) c
  )
  select d.dimension, d.value, ${slot("f.created_at")} as at, ${SUMS}
    from fresh f
   cross join lateral (values ('all', ''), ('issuer', f.issuer), ('issuer_country', f.issuer_country),
                              ('bin', f.bin), ('method', f.method)) as d(dimension, value)
   where d.dimension = any (@dimensions::text[]) and (@value::text is null or d.value = @value)
   group by 1, 2, 3`,
);

const TOGETHER = "select distinct issuer, issuer_country, bin, method";

/** Values that rolled up payments of the account had together. */
export const COMBINATIONS = statement(
  "analytics.combinations",
  `${TOGETHER} from outcome_kinds k where ${own("k")}`,
);

/** The same of payments that are not rolled up. */
export const FRESH_COMBINATIONS = statement(
  "analytics.fresh_combinations",
  `with ${freshOwnChangesSql(OUTCOMES, "@account", "@mode")}
  ${TOGETHER} from changes c where ${own("c")}`,
);
