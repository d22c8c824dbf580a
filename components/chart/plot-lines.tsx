import { Line, useXAxisScale, useYAxisScale } from "recharts";
import type { PlacedMarks } from "./marks.ts";
import { isThin } from "./thin-points.ts";
import { type ChartProps, type ChartSeries, colourOf } from "./types.ts";

/** A point in Recharts' form: its labels, and a figure for each series. */
export type Row = Record<string, string | number | boolean | null>;

type Points = ChartProps["points"];

/** Properties of all lines. No animation layer, for which Recharts draws twice, and no dots, which are one
 *  element per point: `Marks` draws the few that are needed. */
const PLAIN = {
  type: "linear",
  connectNulls: false,
  isAnimationActive: false,
  zIndex: 0,
  dot: false,
} as const;

/** A series up to its last complete point. */
export function drawLine(one: ChartSeries, index: number) {
  return (
    <Line
      {...PLAIN}
      key={one.id}
      dataKey={(row: Row) => (row.open ? null : row[one.id])}
      stroke={colourOf(one, index)}
      strokeWidth={1.75}
      activeDot={{ r: 3.5, strokeWidth: 0 }}
    />
  );
}

/** Whether the last point is incomplete and has a value. */
const hasOpenEnd = (one: ChartSeries, points: Points) =>
  points.at(-1)?.open === true && typeof one.values[points.length - 1] === "number";

/** The dotted segment from the last complete point to the incomplete one. */
export function drawOpenEnd(one: ChartSeries, index: number, points: Points) {
  const open = points.length - 1;
  if (!hasOpenEnd(one, points)) return null;
  return (
    <Line
      {...PLAIN}
      key={`${one.id} so far`}
      dataKey={(row: Row) => (row.index === open || row.index === open - 1 ? row[one.id] : null)}
      stroke={colourOf(one, index)}
      strokeWidth={1.5}
      strokeDasharray="1 3"
      strokeLinecap="round"
      activeDot={false}
      legendType="none"
    />
  );
}

/** The previous period, thin and dashed. */
export function drawPrevious(one: ChartSeries) {
  return (
    <Line
      {...PLAIN}
      key={one.id}
      dataKey={one.id}
      stroke="var(--color-chart-previous)"
      strokeWidth={1}
      strokeDasharray="3 3"
      activeDot={false}
    />
  );
}

type MarksProps = {
  lines: readonly ChartSeries[];
  /** The lines with their thin points. */
  all: readonly ChartSeries[];
  previous: ChartSeries | undefined;
  points: Points;
  /** Vertical offset of each line's name, by line id. */
  offsets: Readonly<Record<string, number>>;
  /** Width of the bars below the line of the previous period; zero in line charts. */
  barPx: number;
};

/** Marks at single points: a line's name at its end, a ring on an incomplete point, and a dot on a point
 *  between two gaps. */
export function Marks({ lines, all, previous, points, offsets, barPx }: MarksProps) {
  const placeX = useXAxisScale();
  const placeY = useYAxisScale();
  if (!placeX || !placeY) return null;
  const at = (one: ChartSeries, index: number) => ({
    cx: placeX(index, { position: "middle" }) ?? 0,
    cy: placeY(one.values[index]) ?? 0,
  });
  const nameOf = (one: ChartSeries, dx: number, colour: string | undefined) => {
    const last = one.values.findLastIndex((value) => value !== null);
    if (last < 0) return null;
    const { cx, cy } = at(one, last);
    return (
      <text x={cx + dx} y={cy + 4 + (offsets[one.id] ?? 0)} fill={colour} {...NAME}>
        {one.label}
      </text>
    );
  };
  return (
    <>
      {all.flatMap((one) =>
        points.map(({ key }, index) =>
          isThin(one, index) && typeof one.values[index] === "number" ? (
            <circle key={`${one.id} ${key}`} {...at(one, index)} {...THIN} />
          ) : null,
        ),
      )}
      {lines.map((one, index) => (
        <g key={one.id}>
          {alone(one, points).map((point) => (
            <circle key={point} {...at(one, point)} r={2.25} fill={colourOf(one, index)} />
          ))}
          {hasOpenEnd(one, points) && (
            <circle {...at(one, points.length - 1)} {...RING} stroke={colourOf(one, index)} />
          )}
          {nameOf(one, NAME_GAP_PX, colourOf(one, index))}
        </g>
      ))}
      {previous &&
        nameOf(previous, barPx > 0 ? barPx / 2 + 6 : NAME_GAP_PX, "var(--color-ink-faint)")}
    </>
  );
}

type MarkLinesProps = { placed: readonly PlacedMarks[]; low: number; topPx: number };

/** A thin line with a letter at each point where something happened. The list below the chart has the texts. */
export function MarkLines({ placed, low, topPx }: MarkLinesProps) {
  const placeX = useXAxisScale();
  const placeY = useYAxisScale();
  if (!placeX || !placeY) return null;
  const bottom = placeY(low) ?? 0;
  return placed.map(({ letter, index }) => {
    const x = placeX(index, { position: "middle" }) ?? 0;
    return (
      <g key={letter} data-mark={letter}>
        <line x1={x} x2={x} y1={topPx - 8} y2={bottom} {...MARK_LINE} />
        <circle cx={x} cy={topPx - 16} r={8} fill="var(--color-ink)" />
        <text x={x} y={topPx - 12} {...MARK_LETTER}>
          {letter}
        </text>
      </g>
    );
  });
}

const MARK_LINE = { stroke: "var(--color-ink)", strokeWidth: 1, strokeDasharray: "2 2" } as const;
const MARK_LETTER = {
  fontSize: 11,
  fontWeight: 600,
  textAnchor: "middle",
  fill: "var(--color-surface)",
} as const;

const NAME_GAP_PX = 8;
const NAME = { fontSize: 11, fontWeight: 500 } as const;
const THIN = { r: 2.25, fill: "var(--color-chart-previous)" } as const;
const RING = { r: 2.5, fill: "var(--color-surface)", strokeWidth: 1.5 } as const;

/** The complete points between two gaps, which no line segment would show. */
function alone(one: ChartSeries, points: Points): number[] {
  const isThere = (place: number) =>
    typeof one.values[place] === "number" && points[place]?.open !== true;
  return one.values
    .map((_, index) => index)
    .filter((index) => isThere(index) && !isThere(index - 1) && !isThere(index + 1));
}

const LINE_PX = 14;

/** Vertical offset of each name, so that names do not overlap where lines end close together. */
export function labelOffsets(
  named: readonly ChartSeries[],
  height: number,
  [low, high]: [number, number],
): Record<string, number> {
  const ends = named
    .map((one) => ({ id: one.id, end: one.values.findLast((value) => value !== null) ?? low }))
    .sort((a, b) => b.end - a.end)
    .map(({ id, end }) => ({ id, y: ((high - end) / (high - low || 1)) * (height - 40) }));
  const offsets: Record<string, number> = {};
  let floor = Number.NEGATIVE_INFINITY;
  for (const { id, y } of ends) {
    const placed = Math.max(y, floor + LINE_PX);
    offsets[id] = placed - y;
    floor = placed;
  }
  return offsets;
}
