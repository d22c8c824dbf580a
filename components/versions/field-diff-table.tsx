"use client";

import { ArrowRight, Minus, Pencil, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { type DiffRow, diffFields, type Leaf, type ShapeChange } from "./field-diff.ts";

export type FieldDiffTableProps = {
  /** The table's name for screen readers: what is compared. */
  caption: string;
  left: { version: string; label: string; object: Record<string, unknown> };
  right: { version: string; label: string; object: Record<string, unknown> };
  changes: readonly ShapeChange[];
};

type Kind = Exclude<DiffRow["kind"], "same">;

const LOOKS: Record<
  Kind,
  { word: string; icon: typeof Plus; left: string; right: string; ink: string }
> = {
  added: {
    word: "Added",
    icon: Plus,
    left: "",
    right: "bg-positive-soft",
    ink: "text-positive-ink",
  },
  removed: {
    word: "Removed",
    icon: Minus,
    left: "bg-negative-soft",
    right: "",
    ink: "text-negative-ink",
  },
  renamed: {
    word: "Renamed",
    icon: ArrowRight,
    left: "bg-info-soft",
    right: "bg-info-soft",
    ink: "text-info-ink",
  },
  changed: {
    word: "Changed",
    icon: Pencil,
    left: "bg-warning-soft",
    right: "bg-warning-soft",
    ink: "text-warning-ink",
  },
};

/** Compares one object in two versions, field by field. Shows the differences, and the rest on request. */
export function FieldDiffTable({ caption, left, right, changes }: FieldDiffTableProps) {
  const [all, setAll] = useState(false);
  const rows = useMemo(() => diffFields(left, right, changes), [left, right, changes]);
  const same = rows.filter(({ kind }) => kind === "same").length;
  const shown = all ? rows : rows.filter(({ kind }) => kind !== "same");
  return (
    <div className="flex flex-col items-start gap-3">
      {shown.length === 0 ? (
        <p className="text-14 text-ink-muted">
          Nothing: all {same} fields are the same in both versions.
        </p>
      ) : (
        <table
          // biome-ignore lint/a11y/noRedundantRoles: as blocks on a phone it would lose its role.
          role="table"
          className="block w-full overflow-hidden rounded-base border border-line text-12 md:table md:table-fixed md:border-separate md:border-spacing-0"
        >
          <caption className="sr-only">{caption}</caption>
          <thead className="sr-only md:not-sr-only md:table-header-group">
            <tr>
              <Head className="w-24">Field</Head>
              <Head>{left.label}</Head>
              <Head>{right.label}</Head>
            </tr>
          </thead>
          {/* biome-ignore lint/a11y/noRedundantRoles: as above. */}
          <tbody role="rowgroup" className="block md:table-row-group">
            {shown.map((row) => (
              <Row
                key={`${row.left?.path ?? ""} ${row.right?.path ?? ""}`}
                row={row}
                labels={[left.label, right.label]}
              />
            ))}
          </tbody>
        </table>
      )}
      {same > 0 && (
        <Button variant="quiet" size="small" className="-ml-2.5" onClick={() => setAll(!all)}>
          {all ? "Show differences only" : `Show ${same} unchanged fields`}
        </Button>
      )}
    </div>
  );
}

function Head({ className, children }: { className?: string; children: string }) {
  return (
    <th
      scope="col"
      className={cx(
        "h-8 border-b border-line bg-surface-sunken px-3 text-left text-12 font-medium text-ink-muted",
        className,
      )}
    >
      {children}
    </th>
  );
}

function Row({ row, labels }: { row: DiffRow; labels: [string, string] }) {
  const look = row.kind === "same" ? null : LOOKS[row.kind];
  const Icon = look?.icon;
  return (
    <tr
      // biome-ignore lint/a11y/noRedundantRoles: as a block on a phone it would lose its role.
      role="row"
      className="block border-b border-line py-2 last:border-b-0 md:table-row md:border-0"
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: the same. */}
      <td role="cell" className={cx(CELL, look?.ink ?? "text-ink-faint")}>
        <span className="inline-flex items-center gap-1.5 font-medium">
          {Icon && <Icon className="size-3" strokeWidth={2.5} aria-hidden />}
          {look?.word ?? "Same"}
        </span>
      </td>
      <Side leaf={row.left} label={labels[0]} ground={look?.left} />
      <Side leaf={row.right} label={labels[1]} ground={look?.right} />
    </tr>
  );
}

const CELL =
  "block px-3 py-1 align-top md:table-cell md:border-b md:border-line md:py-1.5 md:[tr:last-child>&]:border-b-0";

function Side(props: { leaf: Leaf | null; label: string; ground: string | undefined }) {
  const { leaf, label, ground } = props;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as in the row.
    <td role="cell" className={cx(CELL, leaf ? ground : "max-md:hidden")}>
      <span className="mr-2 text-12 text-ink-faint md:hidden">{label}</span>
      {leaf ? <FieldValue leaf={leaf} /> : <span className="text-ink-faint">not there</span>}
    </td>
  );
}

function FieldValue({ leaf }: { leaf: Leaf }) {
  return (
    <code className="font-mono text-12 leading-[1.6] [overflow-wrap:anywhere]">
      <span className="text-code-key">{leaf.path}</span>
      <span className="text-ink-muted">: </span>
      <span className={look(leaf.value)}>{JSON.stringify(leaf.value)}</span>
    </code>
  );
}

function look(value: unknown): string {
  if (typeof value === "string") return "text-code-text";
  return typeof value === "number" ? "text-code-figure" : "text-code-word";
}
