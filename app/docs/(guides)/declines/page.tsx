import type { Metadata } from "next";
import { KIND_WORDS } from "#components/payments/decline-names.ts";
import type { DeclineLabel } from "#components/payments/declines.ts";
import { DECLINE_ROWS } from "../../declines.ts";
import { Lead, Part } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Decline codes · Guides" };

export default function DeclinesGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Decline codes</h1>
      <Lead>
        The `decline.code` of a failed payment, what it means and what to do. Never tell the payer a
        reason that suggests fraud. `decline.advice_code` says whether a retry can succeed; test
        cards for each outcome are under Test data.
      </Lead>
      <Part id="cards" title="Cards">
        <Codes rows={DECLINE_ROWS.cards} />
      </Part>
      <Part id="banks" title="Banks and debits">
        <Codes rows={DECLINE_ROWS.banks} />
      </Part>
    </>
  );
}

function Codes({ rows }: { rows: readonly (readonly [string, DeclineLabel])[] }) {
  return (
    <dl className="mt-4 max-w-180">
      {rows.map(([code, { title, means, next, kind }]) => (
        <div
          key={code}
          id={code}
          className="grid scroll-mt-6 gap-x-6 gap-y-1 border-t border-line py-4 target:bg-accent-soft sm:grid-cols-[15rem_minmax(0,1fr)]"
        >
          <dt>
            <p className="font-mono text-13 font-medium [overflow-wrap:anywhere]">{code}</p>
            <p className="mt-0.5 text-12 text-ink-faint">
              {KIND_WORDS[kind].word}: {KIND_WORDS[kind].hint}
            </p>
          </dt>
          <dd className="text-14">
            <p className="font-medium">{title}</p>
            <p>{means}</p>
            <p className="mt-1 text-ink-muted">{next}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
