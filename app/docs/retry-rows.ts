type Retried = { type: string; retry_minutes: readonly number[] };

const minutes = (value: number) => (value % 60 === 0 ? `${value / 60} h` : `${value} min`);

/** The waits of each retry ladder, with every family of events that has it. */
export function retryRows(events: readonly Retried[]): ReadonlyArray<readonly [string, string]> {
  const families = new Map<string, Set<string>>();
  for (const { type, retry_minutes } of events) {
    const waits = retry_minutes.map(minutes).join(", ");
    families.set(waits, (families.get(waits) ?? new Set()).add(`${type.split(".")[0]}.*`));
  }
  return [...families].map(([waits, names]) => [[...names].join(", "), `Retried after ${waits}.`]);
}
