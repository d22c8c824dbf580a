import { FigureText } from "./figure-text.tsx";
import { type ChartSeries, SERIES_COLOURS } from "./types.ts";

type Entry = { dataKey?: unknown; payload?: Record<string, unknown> };

export type ReadoutProps = {
  series: readonly ChartSeries[];
  previousId?: string;
  format: (value: number) => string;
  active?: boolean;
  payload?: readonly Entry[];
};

/** The figures of the point under the pointer or the arrow keys. */
export function Readout({ series, previousId, format, active, payload }: ReadoutProps) {
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
                  one.id === previousId ? "var(--color-chart-previous)" : SERIES_COLOURS[index],
              }}
            />
            <span className="text-ink-muted">{one.label}</span>
            <span className="ml-auto pl-4 font-medium tabular-nums">
              <FigureText one={one} index={Number(row.index)} format={format} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
