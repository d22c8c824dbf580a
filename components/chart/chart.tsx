"use client";

import { later } from "../ui/later.tsx";
import { axisNote } from "./axis-ticks.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartPending } from "./chart-pending.tsx";
import { ChartTable } from "./chart-table.tsx";
import type { CsvTable } from "./csv-button.tsx";
import type { ChartProps, ChartSeries } from "./types.ts";

const DEFAULT_HEIGHT = 220;
const BRUSH_PX = 72;
/** Two days by hour have no brush; weeks of a year and days of a quarter do (`isLong`). */
const MOST_WITHOUT_BRUSH = 50;

const Plot = later(() => import("./plot.tsx").then(({ Plot }) => Plot), <ChartPending />);

/** A chart whose title states the finding. `t` or the button switches to its table. When it has the focus, the
 *  left and right arrow keys read out each point. The drawing code is loaded when needed. */
export function Chart(props: ChartProps) {
  const { title, height = DEFAULT_HEIGHT } = props;
  // The space of the brush, before its code is loaded.
  const below = props.points.length > MOST_WITHOUT_BRUSH ? BRUSH_PX : 0;
  return (
    <ChartFrame
      title={title}
      subtitle={[props.subtitle, axisNote(props)].filter(Boolean).join("; ")}
      info={props.info}
      prominent={props.prominent}
      height={height + below}
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
