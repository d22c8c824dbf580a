const STEPS = [1, 2, 2.5, 5, 10];
const MOST_STEPS = 4;

/** The smallest round step that covers `range` in four steps; at least 1 and whole for counts. */
function roundStep(range: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(range / MOST_STEPS));
  const steps = [...STEPS.map((one) => one * power), 20 * power];
  const fits = (step: number) => !whole || (step >= 1 && Number.isInteger(step));
  return steps.find((step) => fits(step) && step * MOST_STEPS >= range) ?? 1;
}

/** Ticks from zero to just above `most`, in round steps: 0, 500, 1000, 1500, 2000 for 1871. */
export function niceTicks(most: number, whole = false): number[] {
  return most > 0 ? marksAround(0, most, whole) : [0, 1];
}

/** Ticks from just below `low` to just above `high`, in round steps: 60, 80, 100 for 62 to 97. */
export function marksAround(low: number, high: number, whole = false): number[] {
  const step = roundStep(high > low ? high - low : Math.abs(high) || MOST_STEPS, whole);
  const first = Math.floor(low / step);
  const count = Math.max(1, Math.ceil(high / step) - first);
  // 3 * 0.1 is not 0.3.
  const exact = (value: number) => Number(value.toPrecision(12));
  return Array.from({ length: count + 1 }, (_, index) => exact((first + index) * step));
}

/** Numbers of parts to divide an axis into, by preference. */
const PARTS = [4, 5, 3, 2, 7];
const ROUND = [1, 2, 2.5, 3, 5];

/** Evenly spaced ticks from exactly `low` to `high`, in round steps if possible. */
export function marksBetween(low: number, high: number): number[] {
  const parts = PARTS.find((count) => isRound((high - low) / count)) ?? 2;
  const step = (high - low) / parts;
  return Array.from({ length: parts + 1 }, (_, index) => low + index * step);
}

const isRound = (step: number) => ROUND.includes(step / 10 ** Math.floor(Math.log10(step)));

/** The largest width of a character in an axis label. */
export const CHARACTER_PX = 6.6;

const LEAST_GAP_PX = 36;
const BESIDE_PX = 10;

/** The width of a vertical axis with these labels. Recharts' own "auto" forces a layout of the whole page and
 *  then draws everything again. */
export function axisWidth(texts: readonly string[]): number {
  return Math.ceil(Math.max(0, ...texts.map((text) => text.length)) * CHARACTER_PX) + BESIDE_PX;
}

/** The space after the last point that half of its label needs; labels are centred below their column. */
export function endRoom(labels: readonly string[], widthPx: number): number {
  const word = (labels.at(-1)?.length ?? 0) * CHARACTER_PX;
  return Math.max(0, Math.ceil((word - widthPx / Math.max(1, labels.length)) / 2));
}

/** The points that get a label on a horizontal axis of `widthPx`: the last one, and before it as many as fit,
 *  evenly spaced. */
export function labelledPoints(labels: readonly string[], widthPx: number): number[] {
  const widest = Math.max(0, ...labels.map((label) => label.length)) * CHARACTER_PX;
  const spacing = widthPx / Math.max(1, labels.length);
  const every = Math.max(1, Math.ceil((widest + LEAST_GAP_PX) / Math.max(1, spacing)));
  const last = labels.length - 1;
  return labels.map((_, index) => index).filter((index) => (last - index) % every === 0);
}
