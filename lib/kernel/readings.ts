/** Labels that tell a value from the others of its figure. Values come from closed lists: never an account, an id or a secret. */
export type Labels = Readonly<Record<string, string>>;

/** One value of a figure. `suffix` is for the parts of a histogram. */
export type Sample = { labels?: Labels; value: number; suffix?: "_bucket" | "_sum" | "_count" };

type Values = number | readonly Sample[];

/** A figure for operators, read when `/metrics` is asked for. A counter only grows while its process runs, and its name
 * ends in `_total`. */
export type Reading = {
  name: string;
  help: string;
  /** A gauge by default. */
  type?: "counter" | "gauge" | "histogram";
  read(): Values | Promise<Values>;
};

const readings = new Set<Reading>();

/** Adds figures of this process to `/metrics`. Returns a function that withdraws them. */
export function publishReadings(...published: readonly Reading[]): () => void {
  for (const each of published) readings.add(each);
  return () => {
    for (const each of published) readings.delete(each);
  };
}

export const publishedReadings = (): readonly Reading[] => [...readings];
