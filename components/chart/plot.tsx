"use client";

import { axisWidth, CHARACTER_PX } from "./axis.ts";
import { ticksOf } from "./axis-ticks.ts";
import { Brush } from "./brush.tsx";
import type { BrushWindow } from "./brush-window.ts";
import { Drawing, namedOf } from "./drawing.tsx";
import { DrawnInTurn } from "./drawn-in-turn.tsx";
import { MarkList } from "./mark-list.tsx";
import { placedMarks } from "./marks.ts";
import { useSharedAxis } from "./shared-axis.ts";
import { hasBrush } from "./spans.ts";
import { type ChartProps, type ChartSeries, colourOf } from "./types.ts";

const LEGEND_PX = 24;
const LEAST_RIGHT_PX = 8;

/** The drawing of a chart with what is below it: the brush of a long period, and the texts of its marks. Loaded
 *  separately, because Recharts is our largest script. */
export function Plot(props: ChartProps & { height: number }) {
  const { points, series, kind, height } = props;
  const axis = useSharedAxis(`${points[0]?.key}..${points.at(-1)?.key}/${points.length}`, {
    left: axisWidth(ticksOf(props).map(props.formatAxis ?? props.format)),
    right: Math.max(LEAST_RIGHT_PX, ...namedOf(props).map(nameRoom)),
  });
  const { window } = axis;
  const shown = window ? partOf(props, window) : props;
  const placed = placedMarks(props.marks ?? [], shown.points);
  // Lines have their name at their end.
  const hasLegend = kind === "bar" && series.length > 1;
  return (
    <div className="min-w-0">
      <div style={{ height }}>
        {hasLegend && <Legend series={series} left={axis.left} />}
        <div style={{ height: height - (hasLegend ? LEGEND_PX : 0) }}>
          <DrawnInTurn>
            {(size) => <Drawing {...shown} {...size} room={axis} placed={placed} />}
          </DrawnInTurn>
        </div>
      </div>
      {hasBrush(props) && (
        <Brush
          points={points}
          values={series[0]?.values ?? []}
          room={axis}
          window={window}
          onShow={axis.show}
          periodHref={props.periodHref}
        />
      )}
      <MarkList placed={placed} />
    </div>
  );
}

const nameRoom = ({ label }: ChartSeries) => label.length * CHARACTER_PX + 14;

/** The chart of some of its points. */
function partOf<Props extends ChartProps>(props: Props, { from, to }: BrushWindow): Props {
  const part = <T,>(all: readonly T[]) => all.slice(from, to + 1);
  const partOfSeries = (one: ChartSeries): ChartSeries => ({
    ...one,
    values: part(one.values),
    ...(one.bases && { bases: part(one.bases) }),
  });
  return {
    ...props,
    points: part(props.points),
    series: props.series.map(partOfSeries),
    previous: props.previous && partOfSeries(props.previous),
  };
}

/** Names the parts of stacked bars. */
function Legend({ series, left }: { series: readonly ChartSeries[]; left: number }) {
  return (
    <ul
      className="flex flex-wrap gap-x-4 text-12 text-ink-muted"
      style={{ height: LEGEND_PX, paddingLeft: left }}
    >
      {series.map((one, index) => (
        <li key={one.id} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className="size-2 rounded-full"
            style={{ background: colourOf(one, index) }}
          />
          {one.label}
        </li>
      ))}
    </ul>
  );
}
