"use client";

import { ChartLine, Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { cx } from "../ui/cx.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { ChartTable } from "./chart-table.tsx";
import { CsvButton, type CsvTable } from "./csv-button.tsx";
import type { ChartProps, ChartSeries } from "./types.ts";

const DEFAULT_HEIGHT = 220;

const Plot = dynamic(() => import("./plot.tsx").then((module) => module.Plot), {
  ssr: false,
  loading: () => <div className="h-full animate-pulse rounded-base bg-surface-sunken" />,
});

/** A chart whose title states the finding. `t` or the button turns it into its table; with the
 *  focus on it, left and right read out point by point. The drawing code is loaded when needed. */
export function Chart(props: ChartProps) {
  const { title, subtitle, height = DEFAULT_HEIGHT } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const toggle = () => setAsTable((before) => !before);
  return (
    <figure
      aria-labelledby={id}
      className="min-w-0"
      onKeyDown={(event) => {
        if (event.key === "t" && !event.metaKey && !event.ctrlKey) toggle();
      }}
    >
      <figcaption className="mb-3 flex items-start justify-between gap-4">
        <span>
          <span
            id={id}
            className={cx("block font-semibold", props.prominent ? "text-20" : "text-14")}
          >
            {title}
          </span>
          {subtitle && <span className="block text-12 text-ink-faint">{subtitle}</span>}
        </span>
        <span className="flex shrink-0 print:hidden">
          <CsvButton title={title} table={() => csvOf(props)} />
          <IconButton
            label={asTable ? "Show as chart (t)" : "Show as table (t)"}
            size="small"
            onClick={toggle}
          >
            {asTable ? (
              <ChartLine className="size-4" aria-hidden />
            ) : (
              <Table2 className="size-4" aria-hidden />
            )}
          </IconButton>
        </span>
      </figcaption>
      {asTable ? (
        <ChartTable {...props} height={height} />
      ) : (
        <>
          <div style={{ height }}>
            <Plot {...props} />
          </div>
          <div className="sr-only">
            <ChartTable {...props} />
          </div>
        </>
      )}
    </figure>
  );
}

function csvOf({ points, series, previous, csv = (value) => value }: ChartProps): CsvTable {
  const columns: readonly ChartSeries[] = previous ? [...series, previous] : series;
  const figure = (value: number | null | undefined) =>
    value === null || value === undefined ? null : csv(value);
  return {
    head: ["Period", ...columns.map(({ label }) => label)],
    rows: points.map((point, index) => [
      point.title ?? point.label,
      ...columns.map(({ values }) => figure(values[index])),
    ]),
  };
}
