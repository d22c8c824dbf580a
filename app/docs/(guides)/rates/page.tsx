import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { RATES } from "#lib/kernel/vocabulary/rate-definitions.ts";
import { FEWEST_FOR_A_RATE, type RateName } from "#lib/kernel/vocabulary/rates.ts";
import { Lead, Part } from "../../guide-parts.tsx";

export const metadata: Metadata = { title: "Rates · Guides" };

const FEW = `A rate of fewer than ${FEWEST_FOR_A_RATE} is grey. It heads no chart, is not compared and is called neither a rise nor a fall.`;

const COMPARED =
  "A period is compared only with a previous one that lies wholly after your first payment, and a rate only if both have " +
  `${FEWEST_FOR_A_RATE} or more. A difference is coloured if chance explains it in fewer than 5 of 100 cases. On Home you can also compare ` +
  "with the days four weeks or a year (52 weeks) before, which are the same weekdays. A day that is not over is compared up to the same hour.";

const INCIDENTS = `Twice a minute the payments of your account, and of each issuer, BIN, issuer country and method, are
  compared with the same hour of the last eight weeks. When declines are more than chance explains, Home shows one card with the cause,
  and owners and admins get an e-mail; another one follows when approvals are back to normal. Settings → Alerts
  changes who is told, and has rules with a bound of your own. A card appears without cause less than
  once a month. The card says how many declines in a row it takes for its slice: small flows are found later.`;
const AT_RISK = `Money at risk is what was declined since approvals fell and no later payment has recovered; a sale that was
  tried five times is at risk once. Its five declines count in the figures, and as one in the comparison.`;
const CAUSES =
  "The declines report searches the period for causes: windows of consecutive hours, days or months, for all payments and " +
  "for each issuer, issuer country, BIN and method. A window is compared with the other payments of the same value, a whole " +
  "period with those of other values, if they are the majority. Each named value is at least 5 points above them, and so far beyond chance that a report of " +
  "payments with one common risk names a cause in at most 1 of 100 cases. Slices that overlap because they hold the same " +
  "declines are named once, as the slice with the strongest evidence. Causes are ordered by the points that they add to the " +
  "decline rate of the period.";

const NOTHING =
  "“Nothing stands out” is stated only with the smallest rise that would have been found in 4 of 5 cases. Below that number of " +
  "payments the report says that there are too few to tell.";

export default function RatesGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Rates</h1>
      <Lead>
        Every rate of the dashboard has one definition. Equal names mean equal figures: on every
        screen, in every file, for the same days, filters and currency.
      </Lead>
      <Definition id="approval-rate" where="Home, Declines, alerts, the weekly e-mail" />
      <Definition id="acceptance-rate" where="Declines" />
      <Definition id="recovery-rate" where="Declines" />
      <Definition id="delivery-rate" where="Endpoints" />
      <Part id="few" title="Few payments, and comparisons">
        <Lead>{FEW}</Lead>
        <Lead>{COMPARED}</Lead>
      </Part>
      <Part id="causes" title="What raised the decline rate">
        <Lead>{CAUSES}</Lead>
        <Lead>{NOTHING}</Lead>
      </Part>
      <Part id="incidents" title="When approvals fall">
        <Lead>{INCIDENTS}</Lead>
        <Lead>{AT_RISK}</Lead>
      </Part>
      <p className="mt-6 text-13">
        <TextLink href="/docs/api/reports">The declines report in the API</TextLink>
      </p>
    </>
  );
}

function Definition({ id, where }: { id: RateName; where: string }) {
  const { name, definition, cases } = RATES[id];
  return (
    <Part id={id} title={name}>
      <p className="mt-4 mb-4 max-w-prose text-14">{definition.replaceAll("*", "")}</p>
      <ul className="mb-4 flex max-w-prose list-disc flex-col gap-2 pl-5 text-14 text-ink-muted">
        {cases.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <p className="text-13 text-ink-faint">Shown on: {where}.</p>
    </Part>
  );
}
