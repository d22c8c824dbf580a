"use client";

import { usePathname, useRouter } from "next/navigation";
import { Bar, CartesianGrid, ComposedChart, Tooltip, XAxis, YAxis } from "recharts";
import { endRoom, labelledPoints } from "./axis.ts";
import { ticksOf } from "./axis-ticks.ts";
import type { PlacedMarks } from "./marks.ts";
import {
  drawLine,
  drawOpenEnd,
  drawPrevious,
  labelOffsets,
  MarkLines,
  Marks,
  type Row,
} from "./plot-lines.tsx";
import { Readout } from "./readout.tsx";
import type { Room } from "./shared-axis.ts";
import { axisTexts } from "./spans.ts";
import { isThin, withoutThin } from "./thin-points.ts";
import { type ChartProps, type ChartSeries, colourOf } from "./types.ts";

const TICK = { fill: "var(--color-ink-faint)", fontSize: 11 };
const BAR_PX = 28;
const ROUND_PX = 2;
/** The space above the drawing, with the letters of marks in it. */
const MARKED_TOP_PX = 24;

/** The cursor at the pointer. */
const CURSORS = {
  // Drawn over the bar, so almost transparent.
  bar: { stroke: "var(--color-ink)", strokeOpacity: 0.07, strokeWidth: BAR_PX },
  line: { stroke: "var(--color-line-control)" },
};

/** Opens the link of the clicked point. */
function useFollowedPoint(points: ChartProps["points"]) {
  const router = useRouter();
  const pathname = usePathname();
  return ({ activeTooltipIndex }: { activeTooltipIndex?: number | string | null | undefined }) => {
    const href = points[Number(activeTooltipIndex ?? Number.NaN)]?.href;
    // A link that only filters this page keeps the scroll position.
    if (href) router.push(href, { scroll: !href.startsWith(`${pathname}?`) });
  };
}

type DrawingProps = ChartProps & {
  width: number;
  height: number;
  room: Room;
  placed: readonly PlacedMarks[];
};

/** The drawing of a chart, or of a part of it. */
export function Drawing(props: DrawingProps) {
  const { points, series, previous, kind, format, width, height, room, placed } = props;
  const { labelled, drawn, before, lines } = drawnOf(props);
  const ticks = ticksOf(props);
  const { formatAxis = format } = props;
  const labels = axisTexts(points);
  const right = Math.max(room.right, endRoom(labels, width - room.left));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  return (
    <ComposedChart
      width={width}
      height={height}
      data={rowsOf(points, lines)}
      margin={{ top: placed.length > 0 ? MARKED_TOP_PX : 8, right, bottom: 0, left: 0 }}
      accessibilityLayer
      barCategoryGap="18%"
      className={points.some(({ href }) => href) ? "[&_svg]:cursor-pointer" : undefined}
      onClick={useFollowedPoint(points)}
    >
      <CartesianGrid
        zIndex={0}
        vertical={false}
        // Otherwise Recharts measures every label to place lines that are not drawn.
        verticalCoordinatesGenerator={() => []}
        stroke="var(--color-chart-grid)"
      />
      {kind === "bar"
        ? drawn.map((one, index) => drawBar(one, index, drawn.length))
        : drawn.map(drawLine)}
      {kind === "line" && drawn.map((one, index) => drawOpenEnd(one, index, points))}
      {before && drawPrevious(before)}
      <XAxis
        dataKey="index"
        // Else the first point of lines is at the edge, and not below the first bar.
        scale="band"
        tick={TICK}
        tickLine={false}
        axisLine={{ stroke: "var(--color-line)" }}
        // Chosen here, because Recharts would measure every label.
        interval={0}
        ticks={labelledPoints(labels, width - room.left - right)}
        tickFormatter={(index: number) => labels[index] ?? ""}
        tickMargin={8}
        height={28}
      />
      <YAxis
        tick={TICK}
        tickLine={false}
        axisLine={false}
        width={room.left}
        // Chosen here too: Recharts' own ticks can have any number of decimals.
        niceTicks="none"
        ticks={ticks}
        interval={0}
        domain={[low, high]}
        // Recharts would break a label at a space.
        tickFormatter={(value: number) => formatAxis(value).replaceAll(" ", "\u00a0")}
      />
      <MarkLines placed={placed} low={low} topPx={MARKED_TOP_PX} />
      <Marks
        lines={kind === "line" ? drawn : []}
        all={kind === "line" ? series : []}
        previous={before}
        points={points}
        offsets={labelOffsets(namedOf(props), height, [low, high])}
        barPx={kind === "bar" ? BAR_PX : 0}
      />
      <Tooltip
        isAnimationActive={false}
        filterNull={false}
        cursor={CURSORS[kind]}
        content={
          <Readout series={labelled} marks={placed} format={format} previousId={previous?.id} />
        }
      />
    </ComposedChart>
  );
}

/** The series that have their name at their end: lines, and the previous period. */
export function namedOf({ kind, series, previous }: ChartProps): readonly ChartSeries[] {
  return [...(kind === "line" ? series : []), ...(previous ? [previous] : [])];
}

/** The series with the previous period, and as they are drawn: lines without thin points. */
function drawnOf({ kind, series, previous }: ChartProps) {
  const drawn = kind === "line" ? series.map(withoutThin) : series;
  const before = previous && withoutThin(previous);
  const labelled: readonly ChartSeries[] = previous ? [...series, previous] : series;
  return { labelled, drawn, before, lines: before ? [...drawn, before] : drawn };
}

/** Points in Recharts' form. */
function rowsOf(points: ChartProps["points"], series: readonly ChartSeries[]): Row[] {
  return points.map((point, index) => {
    const row: Row = { title: point.title ?? point.label, open: point.open === true, index };
    row.thin = series[0] !== undefined && isThin(series[0], index);
    for (const one of series) row[one.id] = one.values[index] ?? null;
    return row;
  });
}

function drawBar(one: ChartSeries, index: number, count: number) {
  const isTop = index === count - 1;
  return (
    <Bar
      key={one.id}
      dataKey={one.id}
      stackId="stack"
      fill={colourOf(one, index)}
      maxBarSize={BAR_PX}
      isAnimationActive={false}
      zIndex={0}
      shape={(bar: BarShape) => <BarPath {...bar} isTop={isTop} />}
    />
  );
}

type BarShape = {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  fill?: string;
  payload?: Row;
};

/** Recharts' own rectangle measures itself and is drawn twice, which blocks the page when there are many. */
function BarPath({ x = 0, y = 0, width = 0, height = 0, ...bar }: BarShape & { isTop: boolean }) {
  if (width <= 0 || height <= 0) return null;
  const round = bar.isTop ? Math.min(ROUND_PX, width / 2, height) : 0;
  const corner = `a${round},${round} 0 0 1`;
  const path = `M${x},${y + height}v${round - height}${corner} ${round},${-round}h${width - 2 * round}${corner} ${round},${round}v${height - round}z`;
  const fill = bar.payload?.thin ? "var(--color-chart-previous)" : bar.fill;
  return <path d={path} fill={fill} fillOpacity={bar.payload?.open ? 0.45 : 1} />;
}
