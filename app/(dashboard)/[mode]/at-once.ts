import type { QueryClient, QueryKey } from "@tanstack/react-query";

type Params<T> = {
  /** What is read under it, and under all keys that begin so, shows the change. */
  queryKey: QueryKey;
  change: (shown: T) => T;
  make: () => Promise<unknown>;
};

/** Shows a change before the server has made it, and what was there before when it refuses. For what a press
 *  takes back and no money hangs on. Rejects as `make` does. */
export async function atOnce<T>(queries: QueryClient, { queryKey, change, make }: Params<T>) {
  await queries.cancelQueries({ queryKey });
  const before = queries.getQueriesData<T>({ queryKey });
  queries.setQueriesData<T>({ queryKey }, (shown) => shown && change(shown));
  try {
    await make();
  } catch (error) {
    for (const [key, data] of before) queries.setQueryData(key, data);
    throw error;
  }
}
