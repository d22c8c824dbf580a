import { plural } from "#components/format/delivery-labels.ts";
import { Money, moneyText } from "#components/money/money.tsx";
import { bpOf } from "#components/reports/cost-findings.ts";
import { basisPoints, bpText, COST_PARTS, costOf, signed } from "#components/reports/rates.ts";
import { Stat } from "#components/ui/stat.tsx";
import type { InterchangeView } from "#lib/dashboard/views/reports.ts";
import { beforeLabel } from "../use-report.ts";

const PARTS: Record<(typeof COST_PARTS)[number], { label: string; goesTo: string }> = {
  interchange: { label: "Interchange", goesTo: "to the payer's bank" },
  schemeFee: { label: "Scheme fees", goesTo: "to the card scheme" },
  markup: { label: "Markup", goesTo: "to the acquirer" },
  commission: { label: "Commission", goesTo: "methods without interchange" },
};

/** Total cost with its parts. All parts share one scale from zero. */
export function CostFigures({ view }: { view: InterchangeView }) {
  const { total, totalBefore, currency } = view;
  const cost = costOf(total);
  const [rate, before] = [bpOf(total), bpOf(totalBefore)];
  const most = COST_PARTS.reduce((max, part) => Math.max(max, Number(total[part])), 1);
  return (
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid grid-cols-2 gap-6 lg:grid-cols-1">
        <Stat
          label="Effective cost"
          value={rate === null ? "–" : bpText(rate)}
          change={
            rate === null || before === null
              ? undefined
              : {
                  text: `${signed(rate - before)} bp vs ${beforeLabel(view)}`,
                  good: Math.abs(rate - before) < 0.05 ? null : rate < before,
                }
          }
          note="Basis points of the charged amount"
        />
        <Stat
          label="Total cost of charges"
          value={<Money amount={cost} currency={currency} large />}
          note={`on ${moneyText(total.amount, currency)} in ${plural(total.charges, "charge")}`}
        />
      </div>
      <ul className="flex flex-col justify-center gap-3">
        {COST_PARTS.map((part) => {
          const bp = basisPoints(BigInt(total[part]), total.amount);
          return (
            <li
              key={part}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 text-13"
            >
              <span>
                {PARTS[part].label}{" "}
                <span className="text-12 text-ink-faint">{PARTS[part].goesTo}</span>
              </span>
              <span className="tabular-nums">
                <Money amount={total[part]} currency={currency} />
                <span className="ml-3 inline-block w-16 text-right text-ink-muted">
                  {bp === null ? "–" : bpText(bp)}
                </span>
              </span>
              <span className="col-span-2 block h-1.5 rounded-full bg-surface-hover" aria-hidden>
                <span
                  className="block h-full rounded-full bg-chart-1"
                  style={{ width: `${(100 * Number(total[part])) / most}%` }}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
