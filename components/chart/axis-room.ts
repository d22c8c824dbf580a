/** How wide a character of an axis is, at most. */
export const CHARACTER_PX = 6.6;

const LEAST_GAP_PX = 36;
const BESIDE_PX = 10;

/** The width of a vertical axis with these words. Recharts' own "auto" lays out the whole page to find it, and then
 *  draws everything again. */
export function axisWidth(texts: readonly string[]): number {
  return Math.ceil(Math.max(0, ...texts.map((text) => text.length)) * CHARACTER_PX) + BESIDE_PX;
}

/** The room after the last point that the half of its word needs, which stands below the middle of its column. */
export function endRoom(labels: readonly string[], widthPx: number): number {
  const word = (labels.at(-1)?.length ?? 0) * CHARACTER_PX;
  return Math.max(0, Math.ceil((word - widthPx / Math.max(1, labels.length)) / 2));
}

/** Which points have their word under a horizontal axis of `widthPx`: the last, and before it as many as have room,
 *  evenly. */
export function labelledPoints(labels: readonly string[], widthPx: number): number[] {
  const widest = Math.max(0, ...labels.map((label) => label.length)) * CHARACTER_PX;
  const spacing = widthPx / Math.max(1, labels.length);
  const every = Math.max(1, Math.ceil((widest + LEAST_GAP_PX) / Math.max(1, spacing)));
  const last = labels.length - 1;
  return labels.map((_, index) => index).filter((index) => (last - index) % every === 0);
}
