import { bpDomain, bpMark } from "#components/chart/bp-axis.ts";
import { Chart } from "#components/chart/chart.tsx";
import { daysApart } from "#components/home/days.ts";
import { bpText, byStatus, costBp, costSlices, sumOf } from "#components/settlements/figures.ts";
import { costFinding, highestCost } from "#components/settlements/findings.ts";
import { monthName, wholeMonth } from "#components/time/month-grid.ts";
import { dateText } from "#components/time/period-text.ts";
import { TextLink } from "#components/ui/text-link.tsx";
import type { SettlementReportView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";
import { listHref } from "./list-href.ts";

type Period = SettlementReportView["period"];

/** All fees of what arrived in basis points of gross, by arrival day. */
export function CostChart({ report }: { report: SettlementReportView }) {
  const { mode } = useSession();
  const { currency, period } = report;
  const days = byStatus(report.days).arrived;
  const slices = costSlices(days, period);
  const sums = sumOf(days);
  const hrefOf = (fromDay: string, toDay: string) =>
    listHref(mode, { currency, period: { ...period, fromDay, toDay } }, "paid");
  const values = slices.map(({ cost }) => cost);
  const highest = highestCost(slices, costBp(sums.fees, sums.gross) ?? 0);
  const isByWeek = slices.some(({ fromDay, toDay }) => fromDay !== toDay);
  return (
    <div className="min-w-0">
      <Chart
        kind="line"
        title={costFinding(sums, sumOf(byStatus(report.before).arrived), beforeLabel(period))}
        subtitle={`All fees, also of disputes, in basis points of gross, by ${isByWeek ? "week" : "day"} of arrival, ${currency}`}
        height={180}
        points={slices.map((slice) => ({
          key: slice.key,
          label: slice.label,
          long: dateText(slice.fromDay),
          span: `${slice.fromDay}..${slice.toDay}`,
          title: slice.title,
          href: hrefOf(slice.fromDay, slice.toDay),
        }))}
        series={[
          {
            ...{ id: "cost", label: "Cost", values },
            ...{
              bases: slices.map((slice) => slice.settlements),
              noun: "settlements",
              exact: true,
            },
          },
        ]}
        periodHref={(from, to) =>
          `/${mode}/reports/settlement?currency=${currency}&period=${from}..${to}`
        }
        format={bpText}
        formatAxis={bpMark}
        domain={bpDomain(values)}
      />
      {highest && highest.cost !== null && (
        <p className="mt-2 text-13 text-ink-muted">
          Highest: {bpText(highest.cost)}, {highest.title.replace("Arrived", "arrived")}.{" "}
          <TextLink inText href={hrefOf(highest.fromDay, highest.toDay)}>
            View its settlements
          </TextLink>
        </p>
      )}
    </div>
  );
}

/** `October 2026`, `previous 17 days` */
function beforeLabel({ previousFromDay: fromDay, previousToDay: toDay, choice }: Period): string {
  const month = wholeMonth({ fromDay, toDay });
  if (choice === "quarter") return "previous quarter";
  return month ? monthName(month) : `previous ${daysApart(fromDay, toDay) + 1} days`;
}
