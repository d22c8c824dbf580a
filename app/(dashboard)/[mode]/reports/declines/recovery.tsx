import { CsvButton } from "#components/chart/csv-button.tsx";
import { countText } from "#components/format/locale.ts";
import { Money } from "#components/money/money.tsx";
import { decimalMoney } from "#components/money/short-money.ts";
import { KIND_WORDS } from "#components/payments/decline-names.ts";
import { recoveryFinding } from "#components/reports/decline-findings.ts";
import { RateInfo } from "#components/ui/rate-info.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { DeclinesView } from "#lib/dashboard/views/reports.ts";
import { DECLINE_KINDS, type DeclineKind } from "#lib/kernel/vocabulary/declines.ts";
import { RetryDeclines } from "../../payments/retry-declines.tsx";
import { useReportLinks } from "../use-report.ts";

type Sums = DeclinesView["total"];

const ADVICE: Record<DeclineKind, string> = {
  soft: "Try again later, or another way",
  hard: "Do not retry with the same card",
  data: "Ask for the card details again",
};

/** Declines by kind with the issuer's advice, and what later retries recovered. A retry chain that succeeds is one
 * sale: its amount counts once, at the last decline. */
export function Recovery({ view }: { view: DeclinesView }) {
  const { currency } = view;
  const found = new Map(view.dimensions.decline_kind.map(({ value, now }) => [value, now]));
  const kinds = DECLINE_KINDS.map((kind) => ({ kind, sums: found.get(kind) ?? null }));
  const most = Math.max(1, ...kinds.map(({ sums }) => Number(sums?.declinedAmount ?? 0)));
  const softDeclines = useReportLinks(view).payments({
    outcomes: ["declined"],
    also: { decline_kind: "soft" },
  });
  const title = recoveryFinding(found.get("soft") ?? null, currency);
  return (
    <Section
      title={title}
      note={
        <>
          Declined amounts by the issuer's advice, {currency}; blue: recovered by a retry, each sale
          counted once <RateInfo rate="recovery-rate" />
        </>
      }
      actions={
        <span className="flex flex-wrap items-center gap-2 print:hidden">
          <RetryDeclines filter={filterOf(softDeclines)} />
          <CsvButton
            title={title}
            table={() => ({
              head: ["DeclineKind", "Declined", "Declined amount", "Recovered", "Recovered amount"],
              rows: kinds.map(({ kind, sums }) => [
                KIND_WORDS[kind].word,
                sums?.declined ?? 0,
                decimalMoney(sums?.declinedAmount ?? "0", currency),
                sums?.recovered ?? 0,
                decimalMoney(sums?.recoveredAmount ?? "0", currency),
              ]),
            })}
          />
        </span>
      }
    >
      <ul className="flex flex-col gap-4">
        {kinds.map((one) => (
          <KindLine key={one.kind} {...one} most={most} view={view} />
        ))}
      </ul>
    </Section>
  );
}

/** The filters in an address of the payments list. */
const filterOf = (href: string) =>
  Object.fromEntries(new URLSearchParams(href.slice(href.indexOf("?"))));

type KindLineProps = { kind: DeclineKind; sums: Sums | null; most: number; view: DeclinesView };

function KindLine({ kind, sums, most, view }: KindLineProps) {
  const links = useReportLinks(view);
  const { currency } = view;
  const refused = Number(sums?.declinedAmount ?? 0);
  const back = Number(sums?.recoveredAmount ?? 0);
  return (
    <li className="grid gap-x-6 gap-y-1 text-13 md:grid-cols-[14rem_minmax(0,1fr)_20rem]">
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
          className="block h-3 rounded-small bg-chart-adverse/45"
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
        <span className="text-ink-muted"> recovered of </span>
        <Money amount={sums?.declinedAmount ?? "0"} currency={currency} />
        <span className="block text-12 text-ink-faint">
          {countText(sums?.recovered ?? 0)} of {countText(sums?.declined ?? 0)} declines recovered
        </span>
      </span>
    </li>
  );
}
