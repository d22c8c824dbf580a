import { useDeferredValue, useState, useSyncExternalStore } from "react";
import { listReturnedTo } from "./opened-lists.ts";

const ROW_PX = { compact: 32, usual: 40 };

const follow = () => () => {};

/** The number of rows to render. After a move from another screen, the visible rows are rendered first and the
 *  others right after. All rows are rendered together when the page was loaded with them, when they change, and after
 *  Back, which restores a scroll position that may be further down. */
export function useRowsInSight(compact: boolean | undefined): number {
  // Hydration must start with the server's markup.
  const moved = useSyncExternalStore(
    follow,
    () => true,
    () => false,
  );
  const [first] = useState(() =>
    moved && !listReturnedTo()
      ? Math.ceil(window.innerHeight / (compact ? ROW_PX.compact : ROW_PX.usual))
      : Number.POSITIVE_INFINITY,
  );
  return useDeferredValue(Number.POSITIVE_INFINITY, first);
}
