import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

type Change<T> = (shown: T) => T;
type Params<T> = {
  /** The change is shown in every cached read whose key starts with this one. */
  queryKey: QueryKey;
  change: Change<T>;
  make: () => Promise<unknown>;
};

/** A cached read while changes of it are under way: what the server last said, and what is shown instead. */
type Entry<T> = { read: T; changes: Change<T>[]; shown: T; open: number };

const entries = new WeakMap<object, Entry<unknown>>();

/** Shows a change before the server confirms it, and takes it back if `make` rejects; then rejects with the same error. Other
 *  changes that are shown meanwhile stay, and so does what was read since. Only for changes that can be undone and move no
 *  money. */
export async function updateOptimistically<T>(
  queries: QueryClient,
  { queryKey, change, make }: Params<T>,
) {
  await queries.cancelQueries({ queryKey });
  const changed = queries
    .getQueryCache()
    .findAll({ queryKey })
    .filter(({ state }) => state.data)
    .map((query) => ({ query, entry: entryOf<T>(query) }));
  const show = (query: Query, entry: Entry<T>) => {
    const next = entry.changes.reduce((data, one) => one(data), entry.read);
    // The cache keeps equal parts of the old data.
    entry.shown = queries.setQueryData<T>(query.queryKey, next) as T;
  };
  for (const { query, entry } of changed) {
    entry.changes.push(change);
    entry.open++;
    show(query, entry);
  }
  const end = (isRefused: boolean) => {
    for (const { query, entry } of changed) {
      entry.open--;
      if (isRefused && entry.shown === query.state.data) {
        entry.changes = entry.changes.filter((one) => one !== change);
        show(query, entry);
      }
      if (entry.open === 0 && entries.get(query) === entry) entries.delete(query);
    }
  };
  try {
    await make();
    end(false);
  } catch (error) {
    end(true);
    throw error;
  }
}

/** The entry of a read; a new one if nothing is under way, or if it was read since. */
function entryOf<T>(query: Query): Entry<T> {
  const read = query.state.data as T;
  const known = entries.get(query) as Entry<T> | undefined;
  if (known && known.shown === read) return known;
  const entry: Entry<T> = { read, changes: [], shown: read, open: 0 };
  entries.set(query, entry as Entry<unknown>);
  return entry;
}
