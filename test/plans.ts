import { getPool } from "#db/client.ts";

type Statement = { text: string; values: unknown[] };
export type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: PlanNode[];
};
export type Plan = { text: string; root: PlanNode };

/** The query plans of the statements of `work`, with sequential scans discouraged: for a test's few rows the
 *  planner would otherwise scan the whole table. */
export async function plansOf(work: () => Promise<unknown>): Promise<Plan[]> {
  const statements = await statementsOf(work);
  const client = await getPool().connect();
  try {
    await client.query("begin; set local enable_seqscan = off; set local enable_bitmapscan = off");
    const plans: Plan[] = [];
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain (format json) ${text}`, values);
      plans.push({ text, root: rows[0]["QUERY PLAN"][0].Plan });
    }
    return plans;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** The statements that `work` sends to the database. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const pool = getPool();
  const { query } = pool;
  const seen: Statement[] = [];
  const listening = (config: Statement, values?: unknown[]) => {
    seen.push({ text: config.text, values: values ?? config.values });
    return Reflect.apply(query, pool, [config, values]);
  };
  pool.query = listening as never;
  try {
    await work();
  } finally {
    pool.query = query;
  }
  return seen;
}

export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The nodes of a plan that read rows from a table or index. */
export function scansOf(node: PlanNode): PlanNode[] {
  return nodesOf(node).filter(
    ({ "Node Type": type }) => / Scan$/.test(type) && type !== "Subquery Scan",
  );
}
