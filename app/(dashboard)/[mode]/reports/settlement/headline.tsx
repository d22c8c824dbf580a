import { Fragment } from "react";
import { countText } from "#components/format/locale.ts";
import { moneyText } from "#components/money/money.tsx";
import { byStatus, sumOf } from "#components/settlements/figures.ts";
import { arrivalHeadline, beyondPeriod } from "#components/settlements/findings.ts";
import { dateText } from "#components/time/period-text.ts";
import { TextLink } from "#components/ui/text-link.tsx";
import type { SettlementReportView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";
import { listHref } from "./list-href.ts";

/** Arrived, expected and returned money, never in one sum. */
export function Headline({ report }: { report: SettlementReportView }) {
  const { mode } = useSession();
  const { days, currency, period, today, onTheWay } = report;
  const { arrived, expected, failed } = byStatus(days);
  const returned = sumOf(failed);
  const beyond = beyondPeriod(report, onTheWay);
  return (
    <div className="flex flex-col gap-0.5">
      <h2 className="text-20 font-semibold tabular-nums">
        {arrivalHeadline({ days, currency, period }, today)
          .split(" · ")
          .map((part, index) => (
            <Fragment key={part}>
              {index > 0 && " · "}
              <span className="inline-block">{part}</span>
            </Fragment>
          ))}
      </h2>
      <p className="text-13 text-ink-muted">
        {count(sumOf(arrived).settlements)} arrived
        {expected.length > 0 && `, ${sumOf(expected).settlements} expected`}, from{" "}
        {dateText(period.fromDay)} to {dateText(period.toDay)}, days in UTC
      </p>
      {beyond && <p className="text-13 text-ink-muted">{beyond}</p>}
      {returned.settlements > 0 && (
        <p className="text-13 text-negative-ink">
          Returned by your bank: {moneyText(returned.net, currency)} in{" "}
          <TextLink inText href={listHref(mode, report, "failed")}>
            {count(returned.settlements)}
          </TextLink>
          , in neither sum; it went back to your balance
        </p>
      )}
    </div>
  );
}

const count = (number: number) => `${countText(number)} settlement${number === 1 ? "" : "s"}`;
