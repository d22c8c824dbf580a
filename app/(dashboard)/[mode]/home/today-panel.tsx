import type { ReactNode } from "react";
import { countText } from "#components/format/locale.ts";
import { baseText, isFirm, rateOf, rateText } from "#components/format/rates.ts";
import { weekday } from "#components/home/days.ts";
import { approvalOf, type Sums, todayBesideUsual } from "#components/home/figures.ts";
import { todayFinding } from "#components/home/findings.ts";
import { Money } from "#components/money/money.tsx";
import { Rate } from "#components/ui/rate.tsx";
import { RateInfo } from "#components/ui/rate-info.tsx";
import { Section } from "#components/ui/section.tsx";
import type { HomeView } from "#lib/dashboard/views/home.ts";

/** Today so far compared with a usual day of the week at this hour. */
export function TodayPanel({ home }: { home: HomeView }) {
  const { today, currency } = home;
  const usual = todayBesideUsual(home);
  const now: Sums = usual?.now ?? soFar(home);
  const approval = approvalOf(now);
  return (
    <Section
      title="Today so far"
      note={usual ? todayFinding(usual, today) : `No earlier ${weekday(today)} to compare with yet`}
    >
      <dl className="flex flex-col gap-5 pt-1">
        <Figure
          term="Volume"
          value={<Money amount={now.volume} currency={currency} />}
          share={usual && [Number(now.volume), Number(usual.volume)]}
          usual={usual && <Money amount={usual.volume} currency={currency} />}
        />
        <Figure
          term="Payments"
          value={countText(approval.of)}
          share={usual && [approval.of, usual.payments]}
          usual={usual && countText(usual.payments)}
        />
        <Figure
          term={
            <>
              Approval rate <RateInfo rate="approval-rate" />
            </>
          }
          value={approval.of === 0 ? "None yet" : <Rate share={approval} />}
          share={
            usual && isFirm(approval) && isFirm(usual.approval)
              ? [rateOf(approval) ?? 0, rateOf(usual.approval) ?? 0]
              : null
          }
          most={100}
          usual={usual && `${rateText(usual.approval)} ${baseText(usual.approval)}`}
        />
      </dl>
      {usual && (
        <p className="mt-4 text-12 text-ink-faint">
          Usual: the last {usual.weeks} {weekday(today)}s at this hour, their median and for the
          approval rate their total.
        </p>
      )}
    </Section>
  );
}

function soFar(home: HomeView): Sums {
  const count = home.days.find(({ day }) => day === home.today);
  return {
    volume: BigInt(count?.volume ?? 0),
    approved: count?.approved ?? 0,
    declined: count?.declined ?? 0,
  };
}

type FigureProps = {
  term: ReactNode;
  value: ReactNode;
  usual: ReactNode;
  /** Current and usual value, as numbers for the bar. */
  share: [now: number, usual: number] | null;
  most?: number;
};

function Figure({ term, value, usual, share, most }: FigureProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
      <dt className="text-13 text-ink-muted">{term}</dt>
      <dd className="text-16 font-semibold tabular-nums">{value}</dd>
      {share && usual && (
        <dd className="col-span-2">
          <UsualBar now={share[0]} usual={share[1]} most={most} />
          <span className="mt-1 block text-right text-12 text-ink-faint tabular-nums">
            usually {usual}
          </span>
        </dd>
      )}
    </div>
  );
}

/** Bar of today's value with a mark at the usual one. Hidden from screen readers: the figures are beside it as text. */
function UsualBar({ now, usual, most }: { now: number; usual: number; most?: number }) {
  const scale = most ?? Math.max(now, usual * 1.4, 1);
  return (
    <div aria-hidden className="relative mt-1.5 h-1.5 rounded-full bg-surface-hover">
      <div
        className="h-full rounded-full bg-chart-1"
        style={{ width: `${Math.min(100, (100 * now) / scale)}%` }}
      />
      <div
        className="absolute -inset-y-1 w-0.5 rounded-full bg-ink"
        style={{ left: `${Math.min(100, (100 * usual) / scale)}%` }}
      />
    </div>
  );
}
