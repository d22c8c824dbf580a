import { useDeferredValue, useState, useSyncExternalStore } from "react";

const ROW_PX = { compact: 32, usual: 40 };

const follow = () => () => {};

/** How many of a table's rows are drawn. On the way from another screen those in sight come first, and the others right
 *  after them; all at once where the page came with them, and whenever they change. */
export function useRowsInSight(compact: boolean | undefined): number {
  // What is hydrated has to begin as the server wrote it.
  const moved = useSyncExternalStore(
    follow,
    () => true,
    () => false,
  );
  const [first] = useState(() =>
    moved
      ? Math.ceil(window.innerHeight / (compact ? ROW_PX.compact : ROW_PX.usual))
      : Number.POSITIVE_INFINITY,
  );
  return useDeferredValue(Number.POSITIVE_INFINITY, first);
}
