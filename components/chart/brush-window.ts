/** The points that a chart shows of all it has: the first and the last, both included. */
export type BrushWindow = { from: number; to: number };
export type BrushEnd = keyof BrushWindow;

/** The fewest points that are shown. */
export const LEAST_SHOWN = 4;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The window with one end moved. It keeps its least length and stays among the `count` points. */
export function withEnd(
  window: BrushWindow,
  end: BrushEnd,
  to: number,
  count: number,
): BrushWindow {
  const least = Math.min(LEAST_SHOWN, count) - 1;
  if (end === "from") return { ...window, from: clamp(to, 0, window.to - least) };
  return { ...window, to: clamp(to, window.from + least, count - 1) };
}

/** The window moved as a whole. */
export function panned({ from, to }: BrushWindow, by: number, count: number): BrushWindow {
  const moved = clamp(by, -from, count - 1 - to);
  return { from: from + moved, to: to + moved };
}

/** A window between two points of the track, in any order. */
export function between(a: number, b: number, count: number): BrushWindow {
  const least = Math.min(LEAST_SHOWN, count) - 1;
  const from = clamp(Math.min(a, b), 0, count - 1 - least);
  return { from, to: clamp(Math.max(a, b), from + least, count - 1) };
}

/** Where a key moves an end; null for keys that do not. */
export function keyed(key: string, at: number, count: number): number | null {
  const leap = Math.max(2, Math.round(count / 10));
  const steps: Record<string, number> = {
    ...{ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 },
    ...{ PageDown: -leap, PageUp: leap, Home: -count, End: count },
  };
  const step = steps[key];
  return step === undefined ? null : at + step;
}

export const isWhole = ({ from, to }: BrushWindow, count: number) => from === 0 && to === count - 1;
