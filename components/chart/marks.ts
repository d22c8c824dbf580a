import { placeOf } from "./spans.ts";
import type { ChartMark, ChartPoint } from "./types.ts";

/** Marks at one point of the axis, under one letter. */
export type PlacedMarks = { letter: string; index: number; marks: readonly ChartMark[] };

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The marks that the points cover, with a letter for each point that has some, from the oldest. If more than 26 points
 *  have marks, the newest 26 get letters. */
export function placedMarks(
  marks: readonly ChartMark[],
  points: readonly ChartPoint[],
): PlacedMarks[] {
  const byPlace = Map.groupBy(marks, ({ at }) => placeOf(points, at));
  byPlace.delete(-1);
  return [...byPlace]
    .sort(([a], [b]) => a - b)
    .slice(-LETTERS.length)
    .map(([index, found], order) => ({
      letter: LETTERS[order] ?? "",
      index,
      marks: found.toSorted((a, b) => a.at.localeCompare(b.at)),
    }));
}
