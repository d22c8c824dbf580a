const STEPS = [1, 2, 2.5, 5, 10];
const MOST_STEPS = 4;

/** Marks from zero to just above `most`, at round steps: 0, 500, 1000, 1500, 2000 for 1871. */
export function niceTicks(most: number): number[] {
  if (!(most > 0)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most / MOST_STEPS));
  const step = power * (STEPS.find((one) => one * power * MOST_STEPS >= most) ?? 10);
  const count = Math.ceil(most / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
