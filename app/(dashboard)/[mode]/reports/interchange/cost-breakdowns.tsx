import { BarTable } from "#components/chart/bar-table.tsx";
import { decimalMoney, plainMoney } from "#components/money/short-money.ts";
import { bpOf, type ComparedCosts, costShareFinding } from "#components/reports/cost-findings.ts";
import { valueLabel } from "#components/reports/dimension-labels.ts";
import { costOf, signed } from "#components/reports/rates.ts";
import type { InterchangeView } from "#lib/dashboard/views/reports.ts";
import { beforeLabel, useReportLinks } from "../use-report.ts";

type Dimension = keyof InterchangeView["dimensions"];

const BREAKDOWNS: readonly [Dimension, name: string][] = [
  ["region", "Region"],
  ["card_product", "Product"],
  ["scheme", "Scheme"],
  ["funding", "Funding"],
  ["consumer_or_commercial", "Consumer or commercial"],
  ["issuer_country", "Issuer country"],
  ["method", "Method"],
];

/** Cost by every dimension of a charge. */
export function CostBreakdowns({ view }: { view: InterchangeView }) {
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
      {BREAKDOWNS.map(([dimension, name]) => (
        <CostBreakdown key={dimension} view={view} dimension={dimension} name={name} />
      ))}
    </div>
  );
}

function CostBreakdown(props: { view: InterchangeView; dimension: Dimension; name: string }) {
  const { view, dimension, name } = props;
  const links = useReportLinks(view);
  const { currency } = view;
  const label = (value: string) => valueLabel(dimension, value, currency);
  const rows = (view.dimensions[dimension] as ComparedCosts[])
    .filter(({ now }) => now !== null)
    .toSorted((a, b) => Number(costOf(b.now) - costOf(a.now)));
  return (
    <BarTable
      title={costShareFinding(rows, { total: view.total, currency, label })}
      subtitle={`Fees by ${name.toLowerCase()}, ${currency}; mark: ${beforeLabel(view)}`}
      columns={[name, "Fees", "Cost, bp", "Change"]}
      figureWidth="w-24"
      empty="No charges."
      rows={rows.map(({ value, now, before }) => {
        const [rate, earlier] = [bpOf(now), bpOf(before)];
        const change = rate === null || earlier === null ? null : rate - earlier;
        return {
          key: value || "none",
          label: label(value),
          href: links.toggled(dimension, value),
          active: links.isActive(dimension, value),
          value: Number(costOf(now)),
          before: before === null ? null : Number(costOf(before)),
          cells: [
            { text: plainMoney(costOf(now), currency) },
            { text: rate === null ? "–" : rate.toFixed(1) },
            change === null
              ? { text: "–" }
              : {
                  text: signed(change),
                  tone: Math.abs(change) < 1 ? undefined : change < 0 ? "good" : "bad",
                },
          ],
        };
      })}
      csv={{
        head: [
          name,
          "Charges",
          "Charged",
          "Interchange",
          "Scheme fees",
          "Markup",
          "Commission",
          "Cost bp",
        ],
        rows: rows.map(({ value, now }) => [
          label(value),
          now?.charges ?? 0,
          ...(["amount", "interchange", "schemeFee", "markup", "commission"] as const).map((part) =>
            decimalMoney(now?.[part] ?? "0", currency),
          ),
          bpOf(now),
        ]),
      }}
    />
  );
}
