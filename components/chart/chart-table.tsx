import { PlaceLink } from "../ui/place-link.tsx";
import { FigureText } from "./figure-text.tsx";
import type { ChartProps, ChartSeries } from "./types.ts";

/** The exact figures of the drawing as a table, always present for screen readers. */
export function ChartTable(props: ChartProps) {
  const { points, series, previous, title, format, height } = props;
  const columns: readonly ChartSeries[] = previous ? [...series, previous] : series;
  return (
    <section
      aria-label={`${title}, as a table`}
      tabIndex={height ? 0 : undefined}
      className={height ? "overflow-auto" : undefined}
      style={height ? { maxHeight: height } : undefined}
    >
      <table className="w-full text-12 tabular-nums">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 bg-surface py-1 text-left font-medium text-ink-faint"
            >
              Period
            </th>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className="sticky top-0 bg-surface py-1 pl-4 text-right font-medium text-ink-faint"
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point, index) => (
            <tr key={point.key} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal">
                {point.href && height ? (
                  <PlaceLink href={point.href} className="underline underline-offset-2">
                    {point.title ?? point.label}
                  </PlaceLink>
                ) : (
                  (point.title ?? point.label)
                )}
              </th>
              {columns.map((column) => (
                <td key={column.id} className="py-1 pl-4 text-right">
                  <FigureText one={column} index={index} format={format} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
