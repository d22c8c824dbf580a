import { rateDomain } from "#components/chart/axis-ticks.ts";
import { Chart } from "#components/chart/chart.tsx";
import { axisPercent, percent, rateOf } from "#components/format/rates.ts";
import { longDay, shortDay } from "#components/home/days.ts";
import { approvalOf, type Figures } from "#components/home/figures.ts";
import { approvalFinding, type Dip, dipDays, findDip } from "#components/home/findings.ts";
import { declineName } from "#components/payments/decline-names.ts";
import { RateInfo } from "#components/ui/rate-info.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { HomeView } from "#lib/dashboard/views/home.ts";
import { useSession } from "../../session.tsx";
import { PAYMENT_MARKERS } from "../shared/payment-markers.ts";
import { useChartMarks } from "../shared/use-chart-marks.ts";

/** The approval rate per day, with the days that stand out. */
export function ApprovalChart({ home, figures }: { home: HomeView; figures: Figures }) {
  const { mode } = useSession();
  const { currency, today } = home;
  const dip = findDip(home, figures);
  const lineOf = (id: string, label: string, days: Figures["days"]) => {
    const shares = days.map(approvalOf);
    return { id, label, values: shares.map(rateOf), bases: shares.map(({ of }) => of) };
  };
  const line = lineOf("approval", "Approval rate", figures.days);
  const before = figures.before
    ? lineOf("before", figures.words.before, figures.before)
    : undefined;
  const points = figures.days.map(({ day }) => ({
    key: day,
    label: shortDay(day),
    title: day === today ? `${longDay(day)}, so far` : longDay(day),
    href: `/${mode}/payments?outcome=declined&created=${day}..${day}&currency=${currency}`,
  }));
  const marks = useChartMarks(home.markers, PAYMENT_MARKERS);
  return (
    <div className="min-w-0">
      <Chart
        kind="line"
        title={approvalFinding(figures, dip)}
        subtitle={`Approved share of decided payments per day, ${currency}`}
        info={<RateInfo rate="approval-rate" />}
        height={200}
        points={points}
        marks={marks}
        series={[line]}
        previous={before}
        format={percent}
        formatAxis={axisPercent}
        domain={rateDomain([...line.values, ...(before?.values ?? [])])}
      />
      {dip && <DipNote dip={dip} currency={currency} />}
    </div>
  );
}

function DipNote({ dip, currency }: { dip: Dip; currency: string }) {
  const { mode } = useSession();
  const { from, to, reason, declined } = dip;
  const link = `/${mode}/payments?outcome=declined&created=${from}..${to}&currency=${currency}`;
  const report = `/${mode}/reports/declines?period=${from}..${to}&currency=${currency}`;
  const code = reason?.code === "unknown" ? undefined : reason?.code;
  return (
    <p className="mt-2 text-13 text-ink-muted">
      {reason
        ? `${reason.count} of ${declined} declines on ${dipDays(dip)}: ${declineName(reason.code).title.toLowerCase()}. `
        : `${declined} declines on ${dipDays(dip)}. `}
      <TextLink inText href={code ? `${link}&decline=${code}` : link}>
        View them
      </TextLink>
      {" or "}
      <TextLink inText href={report}>
        compare issuers and reasons
      </TextLink>
    </p>
  );
}
