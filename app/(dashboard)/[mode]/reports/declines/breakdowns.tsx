import { type BarRow, BarTable } from "#components/chart/bar-table.tsx";
import { declineLabel, KIND_WORDS } from "#components/payments/declines.ts";
import {
  breakdownFinding,
  type Compared,
  reasonFinding,
  refusedFor,
} from "#components/reports/decline-findings.ts";
import { valueLabel } from "#components/reports/dimension-labels.ts";
import { judgedBy, type Measure, percent, rateOf, signed } from "#components/reports/rates.ts";
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
      <Reasons view={view} links={links} />
      {BREAKDOWNS.map(([dimension, name]) => (
        <Breakdown key={dimension} {...{ view, measure, dimension, name, links }} />
      ))}
    </div>
  );
}

const count = (value: number) => value.toLocaleString("en");
const toneOf = (change: number, good: boolean) =>
  Math.abs(change) < 0.5 ? undefined : good ? ("good" as const) : ("bad" as const);

function Reasons({ view, links }: { view: DeclinesView; links: ReportLinks }) {
  const rows = view.dimensions.reason as Compared[];
  const judged = judgedBy("acceptance", view.total);
  const judgedBefore = judgedBy("acceptance", view.totalBefore);
  const payments = judged.approved + judged.declined;
  const paymentsBefore = judgedBefore.approved + judgedBefore.declined;
  const scale = paymentsBefore === 0 ? null : payments / paymentsBefore;
  const total = rows.reduce((sum, row) => sum + refusedFor(row.now), 0);
  const sorted = rows.toSorted((a, b) => refusedFor(b.now) - refusedFor(a.now));
  const label = (code: string) => declineLabel(code).title;
  return (
    <BarTable
      title={reasonFinding(rows, scale, label)}
      subtitle={`Declined payments by reason; mark: ${beforeLabel(view)}`}
      tone="negative"
      columns={["Reason", "Declined", "Share"]}
      empty="No declines."
      rows={sorted.map(({ value, now, before }) => ({
        key: value,
        label: label(value),
        hint: KIND_WORDS[declineLabel(value).kind].word,
        href: links.toggled("reason", value),
        active: links.isActive("reason", value),
        value: refusedFor(now),
        before: scale === null ? null : refusedFor(before),
        cells: [
          { text: count(refusedFor(now)) },
          { text: total === 0 ? "–" : percent((100 * refusedFor(now)) / total) },
        ],
      }))}
      csv={{
        head: ["Reason", "Code", "Declined", "Declined before"],
        rows: sorted.map(({ value, now, before }) => [
          label(value),
          value,
          refusedFor(now),
          refusedFor(before),
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
        : judgedBy(measure, b.now).declined - judgedBy(measure, a.now).declined,
    );
  return (
    <BarTable
      title={breakdownFinding(measure, sorted, label)}
      subtitle={`Declined payments by ${lower(name)}; mark: ${beforeLabel(view)}`}
      tone="negative"
      columns={[name, "Declined", "Approved", "Change"]}
      empty="No payments."
      rows={sorted.map((row): BarRow => toRow(row, { measure, label, dimension, links }))}
      csv={{
        head: [name, "Approved", "Declined", "Passed %", "Passed % before"],
        rows: sorted.map(({ value, now, before }) => [
          label(value),
          judgedBy(measure, now).approved,
          judgedBy(measure, now).declined,
          twoDigits(rateOf(measure, now)),
          twoDigits(rateOf(measure, before)),
        ]),
      }}
    />
  );
}

function toRow(
  { value, now, before }: Compared,
  args: Pick<BreakdownProps, "measure" | "dimension" | "links"> & {
    label: (value: string) => string;
  },
): BarRow {
  const { measure, dimension, links, label } = args;
  const [rate, usual] = [rateOf(measure, now), rateOf(measure, before)];
  const change = rate === null || usual === null ? null : rate - usual;
  return {
    key: value || "none",
    label: label(value),
    href: links.toggled(dimension, value),
    active: links.isActive(dimension, value),
    value: judgedBy(measure, now).declined,
    before: before === null ? null : judgedBy(measure, before).declined,
    cells: [
      { text: count(judgedBy(measure, now).declined) },
      { text: rate === null ? "–" : percent(rate) },
      change === null ? { text: "–" } : { text: signed(change), tone: toneOf(change, change > 0) },
    ],
  };
}

const twoDigits = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100);

/** `Issuer country` → `issuer country`; proper names keep their capitals. */
const lower = (name: string) => (/^[A-Z][a-z]/.test(name) ? name.toLowerCase() : name);
