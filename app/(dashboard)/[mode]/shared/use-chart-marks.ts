import type { ChartMark } from "#components/chart/types.ts";
import { minuteIn, shortMoment } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import type { MarkerView } from "#lib/dashboard/views/markers.ts";
import type { MarkerKind } from "#lib/kernel/vocabulary/markers.ts";
import { useSession } from "../../session.tsx";

type Written = {
  /** The local day of the marker. */
  day: string;
  timeText: (moment: string) => string;
};

/** The text of each kind of marker, and the page of the mode that explains it. */
export type MarkerWords<Kind extends MarkerKind> = {
  [One in Kind]: (
    marker: Extract<MarkerView, { kind: One }>,
    written: Written,
  ) => { text: string; page: string };
};

/** The words for charts of requests. Charts of payments load more (`PAYMENT_MARKERS`). */
export const REQUEST_MARKERS: MarkerWords<"pin" | "rotation"> = {
  pin: ({ from, to }) => ({ text: `Version pin changed from ${from} to ${to}`, page: "versions" }),
  rotation: ({ name, keyId }) => ({ text: `Key rotated: ${name}`, page: `keys/${keyId}` }),
};

/** Turns the markers of a chart's period into its `marks`. */
export function useChartMarks<Kind extends MarkerKind>(
  markers: readonly Extract<MarkerView, { kind: Kind }>[],
  words: MarkerWords<Kind>,
): ChartMark[] {
  const { mode } = useSession();
  const { zone, present } = useTimeFrame();
  const timeText = (moment: string) => shortMoment(new Date(moment), zone, present);
  return markers.map((marker) => {
    const at = minuteIn(new Date(marker.at), zone);
    const { text, page } = words[marker.kind as Kind](marker, { day: at.slice(0, 10), timeText });
    return {
      ...{ key: `${marker.kind} ${marker.at}`, at, time: timeText(marker.at), text },
      href: `/${mode}/${page}`,
    };
  });
}
