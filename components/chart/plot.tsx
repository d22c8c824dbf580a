"use client";

import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  LabelList,
  Line,
  Rectangle,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { niceTicks } from "./nice-ticks.ts";
import { Readout } from "./readout.tsx";
import { type ChartProps, type ChartSeries, SERIES_COLOURS } from "./types.ts";

const TICK = { fill: "var(--color-ink-faint)", fontSize: 11 };
const CHARACTER_PX = 6.6;
const BAR_PX = 28;

type Row = Record<string, string | number | boolean | null>;

/** The drawing of a chart; loaded apart, because Recharts is the heaviest thing we send. */
export function Plot(props: ChartProps) {
  const router = useRouter();
  const { points, series, previous, kind, domain, format } = props;
  const labelled: readonly ChartSeries[] = previous ? [...series, previous] : series;
  const rows = points.map((point, index) => {
    const row: Row = {
      label: point.label,
      title: point.title ?? point.label,
      open: point.open === true,
      index,
    };
    for (const one of labelled) row[one.id] = one.values[index] ?? null;
    return row;
  });
  // Bars are read against the axis; only lines carry their name at their end.
  const named = kind === "line" ? labelled : previous ? [previous] : [];
  const right = Math.max(8, ...named.map((one) => one.label.length * CHARACTER_PX + 14));
  const ticks = kind === "bar" && !domain ? niceTicks(highest(series, previous)) : undefined;
  const offsets = labelOffsets(named, props.height ?? 220, domain);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={rows}
        margin={{ top: 8, right, bottom: 0, left: 0 }}
        accessibilityLayer
        barCategoryGap="18%"
        className={points.some(({ href }) => href) ? "[&_svg]:cursor-pointer" : undefined}
        onClick={({ activeTooltipIndex }) => {
          const href = points[Number(activeTooltipIndex ?? Number.NaN)]?.href;
          if (href) router.push(href);
        }}
      >
        <CartesianGrid vertical={false} stroke="var(--color-chart-grid)" />
        <XAxis
          dataKey="label"
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: "var(--color-line)" }}
          minTickGap={36}
          tickMargin={8}
          height={28}
        />
        <YAxis
          tick={TICK}
          tickLine={false}
          axisLine={false}
          width="auto"
          tickCount={5}
          allowDecimals={kind === "line"}
          ticks={ticks}
          interval={0}
          domain={domain ?? (ticks ? [0, ticks.at(-1) ?? 1] : ["auto", "auto"])}
          tickFormatter={props.formatAxis ?? format}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={
            kind === "bar"
              ? { stroke: "var(--color-surface-hover)", strokeWidth: BAR_PX }
              : { stroke: "var(--color-line-control)" }
          }
          content={<Readout series={labelled} format={format} previousId={previous?.id} />}
        />
        {kind === "bar"
          ? series.map((one, index) => drawBar(one, index, series.length))
          : series.map((one, index) => drawLine(one, index, offsets[one.id] ?? 0, points))}
        {kind === "line" &&
          series.map((one, index) => drawOpenEnd(one, index, offsets[one.id] ?? 0, points))}
        {previous && drawPrevious(previous, offsets[previous.id] ?? 0, kind === "bar")}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function drawBar(one: ChartSeries, index: number, count: number) {
  const top = index === count - 1;
  return (
    <Bar
      key={one.id}
      dataKey={one.id}
      stackId="stack"
      fill={SERIES_COLOURS[index]}
      maxBarSize={BAR_PX}
      radius={top ? [2, 2, 0, 0] : 0}
      isAnimationActive={false}
      shape={(bar: BarShape) => <Rectangle {...bar} fillOpacity={bar.payload?.open ? 0.45 : 1} />}
    />
  );
}

type BarShape = { payload?: Row } & React.ComponentProps<typeof Rectangle>;

/** Points that are over: an open one is led to by a line of its own. */
const closedOnly = (one: ChartSeries, points: ChartProps["points"]) =>
  one.values.map((value, index) => (points[index]?.open ? null : value));

function drawLine(one: ChartSeries, index: number, offset: number, points: ChartProps["points"]) {
  return (
    <Line
      key={one.id}
      dataKey={(row: Row) => (row.open ? null : row[one.id])}
      type="linear"
      stroke={SERIES_COLOURS[index]}
      strokeWidth={1.75}
      dot={(point: DotPlace) => (
        <LoneDot key={point.index} {...point} values={closedOnly(one, points)} />
      )}
      activeDot={{ r: 3.5, strokeWidth: 0 }}
      connectNulls={false}
      isAnimationActive={false}
    >
      {!hasOpenEnd(one, points) && nameOf(one, { shift: offset, colour: SERIES_COLOURS[index] })}
    </Line>
  );
}

/** Whether the last point is open and has a value: the line that leads to it carries the name. */
const hasOpenEnd = (one: ChartSeries, points: ChartProps["points"]) =>
  points.at(-1)?.open === true && typeof one.values[points.length - 1] === "number";

/** A line's name, where it ends. */
const nameOf = (
  one: ChartSeries,
  place: Omit<ComponentProps<typeof EndLabel>, "name" | "last">,
) => (
  <LabelList
    dataKey={one.id}
    content={<EndLabel name={one.label} last={lastIndex(one)} {...place} />}
  />
);

/** From the last point that is over to one that is not. */
function drawOpenEnd(
  one: ChartSeries,
  index: number,
  offset: number,
  points: ChartProps["points"],
) {
  const open = points.length - 1;
  if (!hasOpenEnd(one, points)) return null;
  return (
    <Line
      key={`${one.id} so far`}
      dataKey={(row: Row) => (row.index === open || row.index === open - 1 ? row[one.id] : null)}
      type="linear"
      stroke={SERIES_COLOURS[index]}
      strokeWidth={1.5}
      strokeDasharray="1 3"
      strokeLinecap="round"
      dot={(point: DotPlace) =>
        point.index === open ? (
          <circle
            key={point.index}
            cx={point.cx}
            cy={point.cy}
            r={2.5}
            fill="var(--color-surface)"
            stroke={point.stroke}
          />
        ) : (
          <g key={point.index} />
        )
      }
      activeDot={false}
      legendType="none"
      connectNulls={false}
      isAnimationActive={false}
    >
      {nameOf(one, { shift: offset, colour: SERIES_COLOURS[index] })}
    </Line>
  );
}

type DotPlace = { index?: number; cx?: number; cy?: number; stroke?: string };

/** A point with a gap on either side, which no line would show. */
function LoneDot({ index = 0, cx, cy, stroke, values }: DotPlace & Pick<ChartSeries, "values">) {
  const isThere = (place: number) => typeof values[place] === "number";
  if (!isThere(index) || isThere(index - 1) || isThere(index + 1)) return null;
  return <circle cx={cx} cy={cy} r={2.25} fill={stroke} />;
}

/** The top of the highest stack of bars, or of the period before. */
function highest(series: readonly ChartSeries[], previous: ChartSeries | undefined): number {
  const stacks = (series[0]?.values ?? []).map((_, index) =>
    series.reduce((sum, one) => sum + (one.values[index] ?? 0), 0),
  );
  return Math.max(0, ...stacks, ...(previous?.values ?? []).map((value) => value ?? 0));
}

function drawPrevious(one: ChartSeries, offset: number, besideBar: boolean) {
  return (
    <Line
      key={one.id}
      dataKey={one.id}
      type="linear"
      stroke="var(--color-chart-previous)"
      strokeWidth={1}
      strokeDasharray="3 3"
      dot={false}
      activeDot={false}
      connectNulls={false}
      isAnimationActive={false}
    >
      {nameOf(one, {
        shift: offset,
        dx: besideBar ? BAR_PX / 2 + 6 : undefined,
        colour: "var(--color-ink-faint)",
      })}
    </Line>
  );
}

function lastIndex(one: ChartSeries): number {
  return one.values.findLastIndex((value) => value !== null);
}

type EndLabelProps = {
  name: string;
  /** The last point that has a value; the name stands beside it. */
  last: number;
  /** How far down it is moved. Not called `offset`: Recharts sets a property of that name. */
  shift: number;
  /** How far right of the point it stands. */
  dx?: number;
  colour: string | undefined;
  index?: number;
  x?: number | string;
  y?: number | string;
};

/** Writes a line's name at its end. Recharts calls it for every point, with place and index. */
function EndLabel({ name, last, shift, dx = 8, colour, index, x, y }: EndLabelProps) {
  if (index !== last) return null;
  return (
    <text x={Number(x) + dx} y={Number(y) + 4 + shift} fill={colour} fontSize={11} fontWeight={500}>
      {name}
    </text>
  );
}

const LINE_PX = 14;

/** Moves names apart where lines end close together. */
function labelOffsets(
  named: readonly ChartSeries[],
  height: number,
  domain: [number, number] | undefined,
): Record<string, number> {
  const all = named.flatMap((one) => one.values.filter((value) => value !== null));
  const [low, high] = domain ?? [Math.min(...all), Math.max(...all)];
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
