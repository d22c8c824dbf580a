import { setTimeout as sleep } from "node:timers/promises";
import type { Labels, Reading, Sample } from "#lib/kernel/readings.ts";
import { logTrouble } from "#lib/kernel/trouble.ts";

/** A figure that needs longer is left out, so that a database that hangs does not hide the others. */
const PATIENCE_MS = 2_500;

/** The readings as they are now, as text for Prometheus. Values of one name and the same labels are added up: a process can
 * have several of a kind. A reading that fails or takes too long is left out. */
export async function expose(
  readings: readonly Reading[],
  patienceMs = PATIENCE_MS,
): Promise<string> {
  const named = [...Map.groupBy(readings, ({ name }) => name)];
  const families = await Promise.all(
    named.map(async ([name, alike]) => {
      const samples = await readInTime(name, alike, patienceMs);
      return samples && samples.length > 0 ? familyText(alike[0]!, samples) : "";
    }),
  );
  return families.join("");
}

/** Readings under way, so that a database that hangs is not asked once more by every scrape. */
const underWay = new WeakMap<Reading, Promise<Sample[]>>();

function readOnce(reading: Reading): Promise<Sample[]> {
  const running = underWay.get(reading);
  if (running) return running;
  const read = async () => {
    const values = await reading.read();
    return typeof values === "number" ? [{ value: values }] : [...values];
  };
  const started = read().finally(() => underWay.delete(reading));
  underWay.set(reading, started);
  return started;
}

async function readInTime(
  name: string,
  alike: readonly Reading[],
  patienceMs: number,
): Promise<Sample[] | null> {
  const waiting = new AbortController();
  const late = sleep(patienceMs, null, { signal: waiting.signal, ref: false }).catch(() => null);
  const all = Promise.all(alike.map(readOnce)).then((read) => read.flat());
  try {
    return await Promise.race([all, late]);
  } catch (error) {
    logTrouble("a metric could not be read", error, { name });
    return null;
  } finally {
    waiting.abort();
    // It may still fail when nobody waits for it any more.
    all.catch(() => {});
  }
}

function familyText({ name, help, type = "gauge" }: Reading, samples: readonly Sample[]): string {
  const values = new Map<string, number>();
  for (const { suffix = "", labels = {}, value } of samples) {
    const series = `${name}${suffix}${labelText(labels)}`;
    values.set(series, (values.get(series) ?? 0) + value);
  }
  const lines = [...values].map(([series, value]) => `${series} ${value}`);
  return `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${lines.join("\n")}\n`;
}

const escaped = (text: string) => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
