/** Repeatable random numbers: the same seed gives the same numbers. */
export type Dice = {
  /** 0 ≤ n < 1 */
  next(): number;
  /** 0 ≤ n < `below` */
  below(below: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of the names, chosen by weight. */
  weighted<N extends string>(weights: Readonly<Record<N, number>>): N;
};

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  // mulberry32: short, fast, and even enough to choose test data.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (from) => {
      if (from.length === 0) throw new Error("there is nothing to pick from");
      return from[below(from.length)]!;
    },
    weighted(weights) {
      const entries = Object.entries<number>(weights);
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name as keyof typeof weights;
      }
      return entries.at(-1)![0] as keyof typeof weights;
    },
  };
}
