import type { QueryClient, QueryKey } from "@tanstack/react-query";

type Params<T> = {
  /** The change is shown in every cached read whose key starts with this one. */
  queryKey: QueryKey;
  change: (shown: T) => T;
  make: () => Promise<unknown>;
};

/** Shows a change before the server confirms it, and restores the old data if `make` rejects; then rejects with the same
 *  error. Only for changes that can be undone and move no money. */
export async function updateOptimistically<T>(
  queries: QueryClient,
  { queryKey, change, make }: Params<T>,
) {
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
