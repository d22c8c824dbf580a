import type { Part } from "../types.ts";

/** How the rows of one table are checked, in the order of their ids. */
export type Law = {
  part: Part;
  table: string;
  /** Rows per statement. */
  limit: number;
  /** The weight of a row in the budget of a round; 1 by default. */
  weight?: string;
  /** Further expressions over `chunk`, the rows to check; $1 is the account, $2 the mode. */
  also?: readonly string[];
  /** Selects of `place` (the id of the row of `chunk`), `row`, `law` and `what`. */
  found: readonly string[];
};

/** The most findings that one statement returns. */
const MOST = 200;

/**
 * Checks the next $4 rows of a table after the id $3. Returns one row: how many were read, the last of them, and what is
 * wrong. One statement, so that everything is compared in one snapshot.
 */
export function lawSql({ table, weight = "1", also = [], found }: Law): string {
  return `
  with chunk as materialized (
    select * from ${table} where account_id = $1 and mode = $2 and id > $3 order by id limit $4
  ), ${[...also, ""].join(", ")}found as (
    ${found.join("\n    union all\n")}
  )
  select (select count(*)::int from chunk) as rows, (select coalesce(sum(${weight}), 0)::int from chunk) as weight,
         (select max(id) from chunk) as last,
         (select coalesce(json_agg(f), '[]') from (select distinct place, row, law, what from found limit ${MOST}) f)
           as findings`;
}
