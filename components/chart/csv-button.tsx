"use client";

import { Download } from "lucide-react";
import type { Cell } from "#lib/kernel/csv.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { csvName, toCsv } from "./csv.ts";

export type CsvTable = { head: readonly string[]; rows: readonly (readonly Cell[])[] };

/** Saves the figures of a chart as a CSV file. */
export function CsvButton({ title, table }: { title: string; table: () => CsvTable }) {
  const save = () => {
    const { head, rows } = table();
    const url = URL.createObjectURL(new Blob([toCsv(head, rows)], { type: "text/csv" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = csvName(title);
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <IconButton label="Save as CSV" size="small" onClick={save}>
      <Download className="size-4" aria-hidden />
    </IconButton>
  );
}
