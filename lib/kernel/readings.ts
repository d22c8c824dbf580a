/** A figure for operators, read when `/metrics` is asked for. */
export type Reading = { name: string; help: string; read(): number | Promise<number> };

const readings = new Set<Reading>();

/** Adds figures of this process to `/metrics`. Returns a function that withdraws them. */
export function publishReadings(...published: readonly Reading[]): () => void {
  for (const each of published) readings.add(each);
  return () => {
    for (const each of published) readings.delete(each);
  };
}

export const publishedReadings = (): readonly Reading[] => [...readings];
