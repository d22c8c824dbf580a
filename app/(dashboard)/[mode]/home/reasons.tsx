import { countText } from "#components/format/locale.ts";
import { reasonsOf } from "#components/home/figures.ts";
import { periodFilter } from "#components/home/findings.ts";
import { periodWords } from "#components/home/period.ts";
import { moneyText } from "#components/money/money.tsx";
import { declineName, KIND_WORDS } from "#components/payments/decline-names.ts";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { HomeView } from "#lib/dashboard/views/home.ts";
import { useSession } from "../../session.tsx";

const SHOWN = 6;

/** Why payments were declined, most frequent first; each reason links to its payments. */
export function Reasons({ home }: { home: HomeView }) {
  const { mode } = useSession();
  const reasons = reasonsOf(home);
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  const most = reasons[0]?.share ?? 1;
  const period = periodFilter(home);
  const link = `/${mode}/payments?outcome=declined&created=${period}&currency=${home.currency}`;
  const report = `/${mode}/reports/declines?period=${period}&currency=${home.currency}`;
  if (total === 0) {
    return (
      <Section title="Declined payments">
        <p className="text-13 text-ink-muted">
          None in {home.currency} {periodWords(home)}.
        </p>
      </Section>
    );
  }
  return (
    <Section
      title={`${countText(total)} declined ${total === 1 ? "payment" : "payments"}`}
      note={<Recovered home={home} report={report} />}
      actions={
        <TextLink href={report} className="text-13 whitespace-nowrap">
          Compare issuers
        </TextLink>
      }
    >
      <ul className="flex flex-col gap-1">
        {reasons.slice(0, SHOWN).map((reason) => (
          <li key={reason.code} className="relative">
            <PlaceLink
              href={reason.code === "unknown" ? link : `${link}&decline=${reason.code}`}
              className="-mx-2 flex items-baseline gap-3 rounded-base px-2 py-1.5 text-13 transition-colors hover:bg-surface-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate">
                  {declineName(reason.code, reason.advice).title}
                </span>
                <span className="mt-1 block h-1 rounded-full bg-surface-hover" aria-hidden>
                  <span
                    className="block h-full rounded-full bg-chart-adverse"
                    style={{ width: `${(100 * reason.share) / most}%` }}
                  />
                </span>
              </span>
              <span className="w-19 text-right text-12 text-ink-faint">
                {KIND_WORDS[declineName(reason.code, reason.advice).kind].word}
              </span>
              <span className="w-9 text-right font-medium tabular-nums">
                {countText(reason.count)}
              </span>
            </PlaceLink>
          </li>
        ))}
      </ul>
      {reasons.length > SHOWN && (
        <p className="mt-2 text-12 text-ink-faint">
          and {reasons.slice(SHOWN).reduce((sum, { count }) => sum + count, 0)} for{" "}
          {reasons.length - SHOWN} other reasons
        </p>
      )}
    </Section>
  );
}

/** The amount that retries recovered, as in the declines report, which the figures link to. */
function Recovered({ home, report }: { home: HomeView; report: string }) {
  const { softDeclines, softAmount, recoveredAmount } = home.recovered;
  if (softDeclines === 0) return "No soft declines to retry";
  const held = `${moneyText(softAmount, home.currency)} in soft declines`;
  return (
    <TextLink inText href={report}>
      {BigInt(recoveredAmount) === 0n
        ? `${held}, none recovered by retries`
        : `Retries recovered ${moneyText(recoveredAmount, home.currency)} of ${held}`}
    </TextLink>
  );
}
