import { Money } from "#components/money/money.tsx";
import { KIND_WORDS } from "#components/payments/declines.ts";
import { recoveryFinding } from "#components/reports/decline-findings.ts";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { DeclinesView } from "#lib/dashboard/client.ts";
import { useReportLinks } from "../use-report.ts";

const KINDS = ["soft", "data", "hard"] as const;

const ADVICE: Record<(typeof KINDS)[number], string> = {
  soft: "Try again later, or another way",
  data: "Ask for the card's data again",
  hard: "Do not try the same card again",
};

/** What could still be had: refusals by kind, with the advice that came with them, and how much of their
 *  amount later payments brought in. */
export function Recovery({ view }: { view: DeclinesView }) {
  const links = useReportLinks(view);
  const { currency } = view;
  const kinds = new Map(view.dimensions.decline_kind.map(({ value, now }) => [value, now]));
  const soft = kinds.get("soft") ?? null;
  const most = Math.max(1, ...KINDS.map((kind) => Number(kinds.get(kind)?.declinedAmount ?? 0)));
  return (
    <Section
      title={recoveryFinding(soft, currency)}
      note={`Amounts refused, by what the issuers advise, ${currency}; darker: paid by a later try within seven days`}
    >
      <ul className="flex flex-col gap-4">
        {KINDS.map((kind) => {
          const sums = kinds.get(kind);
          const refused = Number(sums?.declinedAmount ?? 0);
          const back = Number(sums?.recoveredAmount ?? 0);
          return (
            <li
              key={kind}
              className="grid gap-x-6 gap-y-1 text-13 md:grid-cols-[14rem_minmax(0,1fr)_20rem]"
            >
              <span>
                <TextLink
                  href={links.payments({ outcomes: ["declined"], also: { decline_kind: kind } })}
                  inText
                >
                  {KIND_WORDS[kind].word}
                </TextLink>
                <span className="block text-12 text-ink-faint">{ADVICE[kind]}</span>
              </span>
              <span className="self-center" aria-hidden>
                <span
                  className="block h-3 rounded-small bg-chart-1/35"
                  style={{ width: `${(100 * refused) / most}%` }}
                >
                  <span
                    className="block h-full rounded-small bg-chart-1"
                    style={{ width: `${refused === 0 ? 0 : (100 * back) / refused}%` }}
                  />
                </span>
              </span>
              <span className="tabular-nums md:text-right">
                <Money amount={sums?.recoveredAmount ?? "0"} currency={currency} />
                <span className="text-ink-muted"> brought back of </span>
                <Money amount={sums?.declinedAmount ?? "0"} currency={currency} />
                <span className="block text-12 text-ink-faint">
                  {(sums?.recovered ?? 0).toLocaleString("en")} of{" "}
                  {(sums?.declined ?? 0).toLocaleString("en")} payments
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
