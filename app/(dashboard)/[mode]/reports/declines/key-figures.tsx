import { countText } from "#components/format/locale.ts";
import { countChange, rateChange } from "#components/format/rates.ts";
import { Money } from "#components/money/money.tsx";
import { MEASURE_NAMES } from "#components/reports/decline-findings.ts";
import { type Measure, shareOf } from "#components/reports/rates.ts";
import { Rate } from "#components/ui/rate.tsx";
import { RateInfo } from "#components/ui/rate-info.tsx";
import { Stat } from "#components/ui/stat.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { DeclinesView } from "#lib/dashboard/views/reports.ts";
import { beforeLabel, useReportLinks } from "../use-report.ts";

/** The main figures of the report. */
export function KeyFigures({ view }: { view: DeclinesView }) {
  const links = useReportLinks(view);
  const { total, totalBefore, currency } = view;
  const label = beforeLabel(view);
  const lost = total.authenticationFailed + total.abandoned;
  return (
    <div className="grid grid-cols-2 gap-x-8 gap-y-6 lg:grid-cols-4">
      <RateStat
        view={view}
        measure="approval"
        note="Approved share of the payments that an issuer or bank decided"
      />
      <RateStat
        view={view}
        measure="acceptance"
        note="Approved share of all payments, including those lost at authentication"
      />
      <Stat
        label="Declined by issuers and banks"
        value={countText(total.declined)}
        change={countChange(total.declined, totalBefore?.declined ?? null, label)}
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
              {countText(lost)} lost at authentication
            </TextLink>
          )
        }
      />
    </div>
  );
}

type RateProps = { view: DeclinesView; measure: Measure; note: string };

function RateStat({ view, measure, note }: RateProps) {
  const share = shareOf(measure, view.total);
  const before = view.totalBefore && shareOf(measure, view.totalBefore);
  return (
    <Stat
      label={
        <>
          {MEASURE_NAMES[measure]} <RateInfo rate={`${measure}-rate`} />
        </>
      }
      value={<Rate share={share} />}
      change={rateChange(share, before, beforeLabel(view))}
      note={note}
    />
  );
}
