import { sliceWords } from "#components/home/incident-words.ts";
import type { MarkerKind } from "#lib/kernel/vocabulary/markers.ts";
import { type MarkerWords, REQUEST_MARKERS } from "./use-chart-marks.ts";

/** The words for charts of payments. */
export const PAYMENT_MARKERS: MarkerWords<MarkerKind> = {
  ...REQUEST_MARKERS,
  incident: (marker, { day, timeText }) => ({
    text: `Approvals fell: ${sliceWords(marker)}${marker.until ? `, until ${timeText(marker.until)}` : ""}`,
    page: `reports/declines?period=${day}..${day}`,
  }),
};
