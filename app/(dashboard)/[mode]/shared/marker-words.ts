import type { ChartMark } from "#components/chart/types.ts";
import { sliceWords } from "#components/home/incident-words.ts";
import { minuteIn, shortMoment } from "#components/time/format.ts";
import type { MarkerView } from "#lib/dashboard/views/markers.ts";

type Frame = { mode: string; zone: string; present: Date };

/** A marker with its words, and the page that explains it. */
export function markOf(marker: MarkerView, { mode, zone, present }: Frame): ChartMark {
  const moment = new Date(marker.at);
  const at = minuteIn(moment, zone);
  return {
    key: `${marker.kind} ${marker.at}`,
    at,
    time: shortMoment(moment, zone, present),
    text: textOf(marker, (until) => shortMoment(new Date(until), zone, present)),
    href: `/${mode}/${placeOf(marker, at.slice(0, 10))}`,
  };
}

function textOf(marker: MarkerView, written: (moment: string) => string): string {
  if (marker.kind === "pin") return `Version pin changed from ${marker.from} to ${marker.to}`;
  if (marker.kind === "rotation") return `Key rotated: ${marker.name}`;
  const end = marker.until === null ? "" : `, until ${written(marker.until)}`;
  return `Approvals fell: ${sliceWords(marker)}${end}`;
}

function placeOf(marker: MarkerView, day: string): string {
  if (marker.kind === "pin") return "versions";
  if (marker.kind === "rotation") return `keys/${marker.keyId}`;
  return `reports/declines?period=${day}..${day}`;
}
