import { type Labels, publishReadings, type Sample } from "./readings.ts";

/** Values that labels may take together, over all figures of one name: more would be a fault of ours, and fill the memory. */
const MOST_SERIES = 500;

const keyOf = (labels: Labels) => Object.values(labels).join("\0");

/** Finds the entry for some labels, or makes it; undefined if there are too many. */
function entryOf<Entry>(
  entries: Map<string, Entry>,
  labels: Labels,
  make: () => Entry,
): Entry | undefined {
  const key = keyOf(labels);
  const known = entries.get(key);
  if (known || entries.size >= MOST_SERIES) return known;
  const made = make();
  entries.set(key, made);
  return made;
}

export type Counter<Name extends string = never> = {
  /** Counts `by` more. Takes well under a microsecond. */
  add(labels: Readonly<Record<Name, string>>, by?: number): void;
};

/** Defines a figure that counts what happened in this process, for `/metrics`. With `from`, values that are told as 0 before
 * the first occurrence, so that a rate sees it. */
export function defineCounter<Name extends string = never>(
  name: `paydesk_${string}_total`,
  help: string,
  from: ReadonlyArray<Readonly<Record<Name, string>>> = [],
): Counter<Name> {
  const counts = new Map<string, { labels: Labels; value: number }>();
  const countOf = (labels: Labels) => entryOf(counts, labels, () => ({ labels, value: 0 }));
  for (const labels of from) countOf(labels);
  publishReadings({ name, help, type: "counter", read: () => [...counts.values()] });
  return {
    add: (labels, by = 1) => {
      const count = countOf(labels);
      if (count) count.value += by;
    },
  };
}

export type Timing<Name extends string = never> = {
  observe(labels: Readonly<Record<Name, string>>, seconds: number): void;
};

type Spread = { labels: Labels; counts: number[]; sum: number };

/** Defines a histogram of times in seconds for `/metrics`. `bounds` are the upper ends of its buckets. */
export function defineTiming<Name extends string = never>(
  name: `paydesk_${string}_seconds`,
  help: string,
  bounds: readonly number[],
): Timing<Name> {
  const spreads = new Map<string, Spread>();
  publishReadings({
    name,
    help,
    type: "histogram",
    read: () => [...spreads.values()].flatMap((spread) => samplesOf(spread, bounds)),
  });
  return {
    observe: (labels, seconds) => {
      const make = () => ({ labels, counts: new Array(bounds.length + 1).fill(0), sum: 0 });
      const spread = entryOf<Spread>(spreads, labels, make);
      if (!spread) return;
      const found = bounds.findIndex((bound) => seconds <= bound);
      const place = found < 0 ? bounds.length : found;
      spread.counts[place] = spread.counts[place]! + 1;
      spread.sum += seconds;
    },
  };
}

function samplesOf({ labels, counts, sum }: Spread, bounds: readonly number[]): Sample[] {
  let all = 0;
  const buckets = counts.map((count, place): Sample => {
    all += count;
    const le = place < bounds.length ? String(bounds[place]) : "+Inf";
    return { suffix: "_bucket", labels: { ...labels, le }, value: all };
  });
  return [
    ...buckets,
    { suffix: "_sum", labels, value: sum },
    { suffix: "_count", labels, value: all },
  ];
}
