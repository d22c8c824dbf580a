import { keepPreviousData } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import type { UrlFilters } from "#components/filters/use-url-filters.ts";
import { CatchUp, LiveSwitch } from "#components/table/live-switch.tsx";
import type { Tail } from "#components/table/use-tail.ts";
import { usePolling } from "../live-updates/live-updates.tsx";

const LIVE_MS = 2_000;
const LIVE = "live";

/** Live mode of a list, on its first page: kept in the address, and off by default so that rows do not move while they
 *  are being read. */
export function useLiveList(filters: UrlFilters) {
  const search = useSearchParams();
  const live = search.get(LIVE) === "1" && !filters.values.after && !filters.values.before;
  const polling = usePolling();
  const setLive = (on: boolean) => filters.set(LIVE, on ? "1" : null, "replace");
  return {
    live,
    /** Options of the list's read. */
    reading: { placeholderData: keepPreviousData, meta: { follows: live } },
    /** The interval of the read; `idle` applies while live mode is off. */
    interval: (idle: number | false) => (live ? polling(LIVE_MS) : idle),
    /** The rows of a tail for `ListScreen`. `held`: rows are selected. */
    shown: <Row extends { id: string }>(tail: Tail<Row>, held = false) => ({
      rows: tail.rows,
      fresh: tail.fresh,
      filterActions: <LiveSwitch on={live} onChange={setLive} tail={tail} />,
      aboveTable: <CatchUp tail={tail} held={held} />,
    }),
  };
}
