import { Chart } from "#components/chart/chart.tsx";
import { longDay, shortDay } from "#components/home/days.ts";
import { approvalOf, type Figures } from "#components/home/figures.ts";
import { approvalFinding, type Dip, findDip } from "#components/home/findings.ts";
import { declineLabel } from "#components/payments/declines.ts";
import { TextLink } from "#components/ui/text-link.tsx";
import type { HomeView } from "#lib/dashboard/views/home.ts";
import { useSession } from "../../session.tsx";

/** Share of decided payments that were approved, per day, with the day that stands out. */
export function ApprovalChart({ home, figures }: { home: HomeView; figures: Figures }) {
  const { mode } = useSession();
  const { currency, range, today } = home;
  const dip = findDip(home, figures);
  const values = figures.days.map(approvalOf);
  const before = figures.before?.map(approvalOf);
  return (
    <div className="min-w-0">
      <Chart
        kind="line"
        title={approvalFinding(figures, dip)}
        subtitle={`Approved share of decided payments per day, ${currency}`}
        height={200}
        points={figures.days.map(({ day }) => ({
          key: day,
          label: shortDay(day),
          title: day === today ? `${longDay(day)}, so far` : longDay(day),
          href: `/${mode}/payments?status=failed&created=${day}..${day}&currency=${currency}`,
        }))}
        series={[{ id: "approval", label: "Approval", values }]}
        previous={
          before ? { id: "before", label: `previous ${range} days`, values: before } : undefined
        }
        format={(value) => `${value.toFixed(1)} %`}
        formatAxis={(value) => `${value.toFixed(0)} %`}
        domain={domainOf([...values, ...(before ?? [])])}
      />
      {dip && <WorstDayNote dip={dip} currency={currency} />}
    </div>
  );
}

/** The axis starts at a round figure below the lowest day: a rate needs no zero. */
function domainOf(values: readonly (number | null)[]): [number, number] {
  const lowest = Math.min(100, ...values.filter((value) => value !== null));
  return [Math.max(0, Math.floor((lowest - 2) / 10) * 10), 100];
}

function WorstDayNote({ dip, currency }: { dip: Dip; currency: string }) {
  const { mode } = useSession();
  const { day, reason, declined } = dip;
  const link = `/${mode}/payments?status=failed&created=${day}..${day}&currency=${currency}`;
  const code = reason?.code === "unknown" ? undefined : reason?.code;
  return (
    <p className="mt-2 text-13 text-ink-muted">
      {reason
        ? `${reason.count} of ${declined} declines on ${longDay(day)}: ${declineLabel(reason.code).title.toLowerCase()}. `
        : `${declined} declines on ${longDay(day)}. `}
      <TextLink inText href={code ? `${link}&decline=${code}` : link}>
        View them
      </TextLink>
    </p>
  );
}
