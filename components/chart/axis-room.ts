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
