import { type BarCell, type BarRow, BarTable } from "#components/chart/bar-table.tsx";
import { countText } from "#components/format/locale.ts";
import {
  isBeyondChance,
  isFirm,
  pointsBetween,
  rateOf,
  rateText,
  type Share,
  signed,
} from "#components/format/rates.ts";
import { declineName, KIND_WORDS } from "#components/payments/decline-names.ts";
import {
  breakdownFinding,
  type Compared,
  MEASURE_NAMES,
  reasonFinding,
  refusedFor,
} from "#components/reports/decline-findings.ts";
import { valueLabel } from "#components/reports/dimension-labels.ts";
import { lostOf, type Measure, shareOf } from "#components/reports/rates.ts";
import type { DeclinesView } from "#lib/dashboard/views/reports.ts";
import { beforeLabel, type ReportLinks, useReportLinks } from "../use-report.ts";

type Dimension = keyof DeclinesView["dimensions"];

const BREAKDOWNS: readonly [Dimension, name: string][] = [
  ["issuer", "Issuer"],
  ["method", "Method"],
  ["scheme", "Scheme"],
  ["issuer_country", "Issuer country"],
  ["bin", "BIN"],
  ["funding", "Funding"],
  ["sca", "3-D Secure flow"],
  ["exemption_outcome", "Exemption"],
  ["amount_band", "Amount"],
];

/** Declines by every dimension of a payment. */
export function DeclineBreakdowns({ view, measure }: { view: DeclinesView; measure: Measure }) {
  const links = useReportLinks(view);
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
      <Reasons {...{ view, measure, links }} />
      {BREAKDOWNS.map(([dimension, name]) => (
        <Breakdown key={dimension} {...{ view, measure, dimension, name, links }} />
      ))}
    </div>
  );
}

/** Explains the mark on each bar; empty without a base for comparisons. */
const markNote = (view: DeclinesView) => (view.totalBefore ? `; mark: ${beforeLabel(view)}` : "");
const count = (value: number) => countText(value);

function Reasons({ view, measure, links }: Omit<BreakdownProps, "dimension" | "name">) {
  const rows = view.dimensions.reason as Compared[];
  const total = lostOf(measure, view.total);
  const reasons = rows.toSorted((a, b) => refusedFor(measure, b.now) - refusedFor(measure, a.now));
  const shown = reasons.filter(({ now }) => refusedFor(measure, now) > 0);
  const label = (code: string) => declineName(code).title;
  const periods = { now: view.total, before: view.totalBefore };
  const shareCell = (part: number): BarCell => ({
    text: rateText({ part, of: total }),
    ...(isFirm({ of: total }) ? {} : { tone: "faint" }),
  });
  const { abandoned } = view.total;
  const isWithAbandoned = measure === "acceptance" && abandoned > 0;
  return (
    <BarTable
      title={reasonFinding(measure, rows, periods, label)}
      subtitle={`${measure === "acceptance" ? "Lost" : "Declined"} payments by reason, shares of all ${count(total)}${markNote(view)}`}
      tone="negative"
      columns={["Reason", measure === "acceptance" ? "Lost" : "Declined", "Share"]}
      empty="No declines."
      rows={[
        ...shown.map(({ value, now, before }) => ({
          key: value,
          label: label(value),
          hint: KIND_WORDS[declineName(value).kind].word,
          href: links.toggled("reason", value),
          active: links.isActive("reason", value),
          value: refusedFor(measure, now),
          before: view.totalBefore === null ? null : refusedFor(measure, before),
          cells: [{ text: count(refusedFor(measure, now)) }, shareCell(refusedFor(measure, now))],
        })),
        ...(isWithAbandoned
          ? [
              {
                key: "abandoned",
                label: "Abandoned",
                hint: "no decision",
                href: null,
                value: abandoned,
                before: view.totalBefore?.abandoned ?? null,
                cells: [{ text: count(abandoned) }, shareCell(abandoned)],
              },
            ]
          : []),
      ]}
      csv={{
        head: ["Reason", "Code", "Declined", "Declined before"],
        rows: shown.map(({ value, now, before }) => [
          label(value),
          value,
          refusedFor(measure, now),
          view.totalBefore === null ? null : refusedFor(measure, before),
        ]),
      }}
    />
  );
}

type BreakdownProps = {
  view: DeclinesView;
  measure: Measure;
  dimension: Dimension;
  name: string;
  links: ReportLinks;
};

function Breakdown({ view, measure, dimension, name, links }: BreakdownProps) {
  const label = (value: string) => valueLabel(dimension, value, view.currency);
  const rows = view.dimensions[dimension] as Compared[];
  const isOrdered = dimension === "amount_band";
  const sorted = rows
    .filter(({ now }) => now !== null)
    .toSorted((a, b) =>
      isOrdered
        ? Number(a.value) - Number(b.value)
        : lostOf(measure, b.now) - lostOf(measure, a.now),
    );
  const columns = [name, measure === "acceptance" ? "Lost" : "Declined", "Rate"] as const;
  return (
    <BarTable
      title={breakdownFinding(measure, sorted, label)}
      subtitle={`${measure === "acceptance" ? "Lost" : "Declined"} payments by ${lower(name)}, and the ${lower(MEASURE_NAMES[measure])}${markNote(view)}`}
      tone="negative"
      columns={view.totalBefore ? [...columns, "Change"] : columns}
      empty="No payments."
      rows={sorted.map((row): BarRow => toRow(row, { view, measure, label, dimension, links }))}
      csv={{
        head: [
          name,
          "Approved",
          "Declined",
          `${MEASURE_NAMES[measure]} %`,
          `${MEASURE_NAMES[measure]} % before`,
        ],
        rows: sorted.map(({ value, now, before }) => [
          label(value),
          now?.approved ?? 0,
          lostOf(measure, now),
          twoDigits(rateOf(shareOf(measure, now))),
          twoDigits(rateOf(shareOf(measure, before))),
        ]),
      }}
    />
  );
}

function toRow(
  { value, now, before }: Compared,
  args: Pick<BreakdownProps, "view" | "measure" | "dimension" | "links"> & {
    label: (value: string) => string;
  },
): BarRow {
  const { view, measure, dimension, links, label } = args;
  const [share, usual] = [shareOf(measure, now), before && shareOf(measure, before)];
  return {
    key: value || "none",
    label: label(value),
    href: links.toggled(dimension, value),
    active: links.isActive(dimension, value),
    value: lostOf(measure, now),
    before: before === null ? null : lostOf(measure, before),
    cells: [
      { text: count(lostOf(measure, now)) },
      {
        text: rateText(share),
        note: `of ${count(share.of)}`,
        ...(isFirm(share) ? {} : { tone: "faint" as const }),
      },
      ...(view.totalBefore ? [changeCell(share, usual)] : []),
    ],
  };
}

function changeCell(share: Share, usual: Share | null): BarCell {
  const change = pointsBetween(share, usual);
  if (change === null || usual === null) return { text: "–", tone: "faint" };
  return { text: signed(change), ...toneOf(change, isBeyondChance(share, usual)) };
}

const toneOf = (change: number, isSure: boolean) =>
  isSure ? { tone: change > 0 ? ("good" as const) : ("bad" as const) } : {};

const twoDigits = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100);

/** `Issuer country` → `issuer country`; proper names keep their capitals. */
const lower = (name: string) => (/^[A-Z][a-z]/.test(name) ? name.toLowerCase() : name);
