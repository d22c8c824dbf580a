"use client";

import { ChartLine, Table2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cx } from "../ui/cx.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { CsvButton, type CsvTable } from "./csv-button.tsx";

export type ChartFrameProps = {
  title: string;
  prominent?: boolean;
  subtitle?: string;
  info?: ReactNode;
  height: number;
  /** The exact figures for the CSV file. */
  csv: () => CsvTable;
  /** The same figures as a table: visible instead of the chart if `shown`, else for screen readers only. */
  table: (shown: boolean) => ReactNode;
  children: ReactNode;
};

/** The frame of every chart: the finding, the drawing and its table; `t` switches between the two. */
export function ChartFrame(props: ChartFrameProps) {
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
            {props.title}
          </span>
          {(props.subtitle || props.info) && (
            <span className="block text-12 text-ink-faint">
              {props.subtitle} {props.info}
            </span>
          )}
        </span>
        <span className="flex shrink-0 print:hidden">
          <CsvButton title={props.title} table={props.csv} />
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
        props.table(true)
      ) : (
        <>
          {/* Parts below a chart make it higher. */}
          <div className="grid grid-cols-1" style={{ minHeight: props.height }}>
            {props.children}
          </div>
          <div className="sr-only">{props.table(false)}</div>
        </>
      )}
    </figure>
  );
}
