import type { Id, Prefix } from "#lib/kernel/ids.ts";
import { idLowerBound } from "#lib/kernel/ids.ts";

/** A small deterministic generator (mulberry32): the same seed gives the same data. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)]!;
  }

  /** One of the values, by weight. */
  weighted<T>(choices: ReadonlyArray<readonly [T, number]>): T {
    const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
    let rest = this.next() * total;
    for (const [value, weight] of choices) {
      rest -= weight;
      if (rest < 0) return value;
    }
    return choices.at(-1)![0];
  }

  /** An id with the given time and our random part. */
  id<P extends Prefix>(prefix: P, ms: number): Id<P> {
    const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
    let tail = "";
    for (let i = 0; i < 14; i++) tail += alphabet[this.int(0, i === 0 ? 15 : 31)];
    return `${idLowerBound(prefix, ms)}${tail}` as Id<P>;
  }
}
