import { getPool } from "#db/client.ts";

/** The text of the statements that `work` sends to the database. */
export async function withStatements<T>(work: () => Promise<T>) {
  const pool = getPool();
  const statements: string[] = [];
  const query = pool.query.bind(pool);
  pool.query = ((...args: Parameters<typeof query>) => {
    const [statement] = args as unknown[];
    const { text } = statement as { text?: string };
    statements.push(typeof statement === "string" ? statement : (text ?? ""));
    return query(...args);
  }) as typeof pool.query;
  try {
    return { result: await work(), statements };
  } finally {
    pool.query = query as typeof pool.query;
  }
}
