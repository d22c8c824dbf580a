"use client";

import { later } from "../ui/later.tsx";
import { axisNote } from "./axis-ticks.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartPending } from "./chart-pending.tsx";
import { ChartTable } from "./chart-table.tsx";
import type { CsvTable } from "./csv-button.tsx";
import { MarkList } from "./mark-list.tsx";
import { placedMarks } from "./marks.ts";
import { hasBrush } from "./spans.ts";
import type { ChartProps, ChartSeries } from "./types.ts";

const DEFAULT_HEIGHT = 220;
const BRUSH_PX = 72;

/** Until the drawing is loaded the chart takes the same space, so that nothing below it moves. */
const Plot = later<ChartProps & { height: number }>(
  () => import("./plot.tsx").then(({ Plot }) => Plot),
  (props) => (
    <div className="min-w-0">
      <div style={{ height: fullHeight(props) }}>
        <ChartPending />
      </div>
      <MarkList placed={placedMarks(props.marks ?? [], props.points)} />
    </div>
  ),
);

/** The height of the drawing and of the brush below it. */
const fullHeight = (props: ChartProps & { height: number }) =>
  props.height + (hasBrush(props) ? BRUSH_PX : 0);

/** A chart whose title states the finding. `t` or the button switches to its table. When it has the focus, the
 *  left and right arrow keys read out each point. The drawing code is loaded when needed. */
export function Chart(props: ChartProps) {
  const { title, height = DEFAULT_HEIGHT } = props;
  return (
    <ChartFrame
      title={title}
      subtitle={[props.subtitle, axisNote(props)].filter(Boolean).join("; ")}
      info={props.info}
      prominent={props.prominent}
      height={fullHeight({ ...props, height })}
      csv={() => csvOf(props)}
      table={(shown) => <ChartTable {...props} height={shown ? height : undefined} />}
    >
      <Plot {...props} height={height} />
    </ChartFrame>
  );
}

function csvOf({ points, series, previous, csv = (value) => value }: ChartProps): CsvTable {
  const columns: readonly ChartSeries[] = previous ? [...series, previous] : series;
  const figure = (value: number | null | undefined) =>
    value === null || value === undefined ? null : csv(value);
  return {
    head: [
      "Period",
      ...columns.flatMap(({ label, bases, noun = "payments" }) =>
        bases ? [label, `${label}: ${noun}`] : [label],
      ),
    ],
    rows: points.map((point, index) => [
      point.title ?? point.label,
      ...columns.flatMap(({ values, bases }) => {
        const cells = [figure(values[index])];
        return bases ? [...cells, bases[index] ?? null] : cells;
      }),
    ]),
  };
}
