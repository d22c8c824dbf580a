import { Money } from "#components/money/money.tsx";
import { type Measure, percent, rateOf, signed } from "#components/reports/rates.ts";
import { Stat } from "#components/ui/stat.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { DeclinesView } from "#lib/dashboard/views/reports.ts";
import { beforeLabel, useReportLinks } from "../use-report.ts";

/** The main figures of the report. */
export function KeyFigures({ view }: { view: DeclinesView }) {
  const links = useReportLinks(view);
  const { total, totalBefore, currency } = view;
  const lost = total.authenticationFailed + total.abandoned;
  return (
    <div className="grid grid-cols-2 gap-x-8 gap-y-6 lg:grid-cols-4">
      <Rate
        view={view}
        measure="network"
        label="Authorisation rate"
        note="Approved share of payments that reached the network"
      />
      <Rate
        view={view}
        measure="acceptance"
        label="Acceptance rate"
        note="Approved share of all payments, including those lost at authentication"
      />
      <Stat
        label="Declined by issuers"
        value={total.declined.toLocaleString("en")}
        change={countChange(total.declined, totalBefore.declined)}
        note={
          <TextLink inText href={links.payments({ outcomes: ["declined"] })}>
            View payments
          </TextLink>
        }
      />
      <Stat
        label="Declined amount"
        value={<Money amount={total.declinedAmount} currency={currency} large />}
        note={
          lost === 0 ? (
            "No payments lost at authentication"
          ) : (
            <TextLink
              inText
              href={links.payments({ outcomes: ["authentication_failed", "abandoned"] })}
            >
              {lost.toLocaleString("en")} lost at authentication
            </TextLink>
          )
        }
      />
    </div>
  );
}

type RateProps = { view: DeclinesView; measure: Measure; label: string; note: string };

function Rate({ view, measure, label, note }: RateProps) {
  const [rate, before] = [rateOf(measure, view.total), rateOf(measure, view.totalBefore)];
  return (
    <Stat
      label={label}
      value={rate === null ? "–" : percent(rate)}
      change={
        rate === null || before === null
          ? undefined
          : {
              text: `${signed(rate - before)} points vs ${beforeLabel(view)}`,
              good: Math.abs(rate - before) < 0.05 ? null : rate > before,
            }
      }
      note={note}
    />
  );
}

function countChange(now: number, before: number) {
  if (before === 0) return undefined;
  const change = (100 * (now - before)) / before;
  const good = Math.abs(change) < 0.5 ? null : change < 0;
  return { text: `${signed(change)} % vs previous period`, good };
}
