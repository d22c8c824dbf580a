import { addDays } from "#lib/kernel/period.ts";

/** Values by day, found by a range of days around one. */
export class DayIndex<T> {
  readonly #byDay = new Map<string, T[]>();

  add(day: string, value: T): void {
    const known = this.#byDay.get(day);
    if (known) known.push(value);
    else this.#byDay.set(day, [value]);
  }

  /** At most `most` values from `before` days before a day to `after` days after it. */
  around(day: string, { before, after }: { before: number; after: number }, most: number): T[] {
    const found: T[] = [];
    for (let away = -before; away <= after && found.length < most; away++) {
      const values = this.#byDay.get(away === 0 ? day : addDays(day, away)) ?? [];
      found.push(...values.slice(0, most - found.length));
    }
    return found;
  }
}
