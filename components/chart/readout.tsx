import { FigureText } from "./figure-text.tsx";
import type { PlacedMarks } from "./marks.ts";
import { type ChartSeries, colourOf } from "./types.ts";

type Entry = { dataKey?: unknown; payload?: Record<string, unknown> };

export type ReadoutProps = {
  series: readonly ChartSeries[];
  previousId?: string;
  /** With the places of the points that are shown. */
  marks: readonly PlacedMarks[];
  format: (value: number) => string;
  active?: boolean;
  payload?: readonly Entry[];
};

/** The figures of the point under the pointer or the arrow keys. */
export function Readout(props: ReadoutProps) {
  const { series, previousId, marks, format, active, payload } = props;
  const row = payload?.[0]?.payload;
  if (!active || !row) return null;
  return (
    <div className="float min-w-44 px-3 py-2 text-12">
      <p className="mb-1 font-medium">{String(row.title)}</p>
      <ul className="flex flex-col gap-0.5">
        {series.map((one, index) => (
          <li key={one.id} className="flex items-center gap-2">
            <span
              aria-hidden
              className="h-0.5 w-2.5 rounded-full"
              style={{
                background:
                  one.id === previousId ? "var(--color-chart-previous)" : colourOf(one, index),
              }}
            />
            <span className="text-ink-muted">{one.label}</span>
            <span className="ml-auto pl-4 font-medium tabular-nums">
              <FigureText one={one} index={Number(row.index)} format={format} full />
            </span>
          </li>
        ))}
      </ul>
      {marks
        .filter(({ index }) => index === row.index)
        .map(({ letter, marks: found }) => (
          <p key={letter} className="mt-1.5 max-w-64 border-t border-line pt-1.5 text-ink-muted">
            {letter}: {found.map(({ text }) => text).join("; ")}
          </p>
        ))}
    </div>
  );
}
