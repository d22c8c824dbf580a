import type { Metadata } from "next";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { JsonView } from "#components/ui/json-view.tsx";
import { verifySnippets } from "../../(dashboard)/[mode]/webhooks/verify-snippets.ts";
import { Lead, Part } from "../guide-parts.tsx";
import { OriginCode } from "./origin-code.tsx";
import { FIRST_CHARGE } from "./snippets.ts";

export const metadata: Metadata = { title: "API" };

const VERIFY = verifySnippets({ id: "your endpoint", secretHint: "…" });

const LIST = {
  object: "list",
  url: "/v1/payments",
  data: ["…"],
  has_more: true,
  next_cursor: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
};

const BUCKETS = [
  ["Writes", "every POST and DELETE; bursts up to twice the limit", "100", "25"],
  ["Reads", "one object", "250", "50"],
  ["Lists", "lists", "20", "10"],
  ["Replays", "one event or delivery sent again", "10", "10"],
  ["Tokenisations", "calls with a publishable key", "100", "100"],
] as const;

export default function IntroductionPage() {
  return (
    <>
      <h1 className="text-28 font-semibold">Introduction</h1>
      <Lead>
        The API takes JSON or forms and answers JSON. Amounts are integers in minor units of the
        currency, times are UTC. Every object has `id`, `object`, `livemode`, `created` and
        `metadata`.
      </Lead>
      <OriginCode title="A first charge" snippets={[{ language: "curl", code: FIRST_CHARGE }]} />

      <Part id="keys" title="Keys">
        <Lead>
          Send a key with every request: `Authorization: Bearer sk_test_…`. Its prefix says which
          ledger it belongs to and what it may do. Secret keys (`sk_`) belong on your server only.
          Publishable keys (`pk_`) may be shown in a browser: they tokenise cards and list the
          methods of a country. A restricted secret key can do only what its scopes say.
        </Lead>
      </Part>

      <Part id="idempotency" title="Safe retries">
        <Lead>
          Every POST with a secret key needs an `Idempotency-Key` of 1 to 255 printable characters.
          For 24 hours the same key with the same parameters is done once: a repeat gets the first
          answer, byte for byte, as 200 with `Service-Idempotent-Replay: true`. While the first call
          runs, a repeat gets 409 `idempotency_in_progress`; other parameters get 409
          `idempotency_conflict`. After a time-out or a 5xx, send the same request with the same
          key: nothing is done twice.
        </Lead>
      </Part>

      <Part id="lists" title="Lists">
        <Lead>
          Lists are newest first, 25 to a page, up to 100 with `limit`. Give `next_cursor` as
          `starting_after` for the next page. Objects made while you page are neither repeated nor
          skipped. `created[gte]`, `created[gt]`, `created[lte]` and `created[lt]` bound the time of
          creation.
        </Lead>
        <JsonView value={LIST} title="A list" />
      </Part>

      <Part id="expansion" title="Related objects">
        <Lead>
          Every field that holds an identifier, such as a payment's `customer`, becomes the object
          itself when `expand` names it: `?expand[]=customer` on one object,
          `?expand[]=data.customer` on a list, `invoice.subscription` for a field of a field, up to
          four fields deep and 20 paths a call. Writes take `expand` too, in the body or the query;
          a repeat under the same `Idempotency-Key` gets the same bytes. A restricted key needs the
          read scope of every kind of object that a path can reach.
        </Lead>
      </Part>

      <Part id="rates" title="Rate limits">
        <Lead>
          Limits are per account and mode, over a rolling second. Answers tell
          `Service-RateLimit-Limit`, `Service-RateLimit-Remaining` and `Service-RateLimit-Reset`; a
          429 tells `Retry-After` in seconds. CSV exports do not count against these limits, but an
          account can run only three at a time; a fourth gets a 429 with the same headers.
        </Lead>
        <table className="w-full max-w-prose text-left text-13">
          <thead className="text-12 text-ink-faint">
            <tr className="border-b border-line">
              <th className="py-2 pr-4 font-medium">Calls a second</th>
              <th className="py-2 pr-4 text-right font-medium">Live</th>
              <th className="py-2 text-right font-medium">Test</th>
            </tr>
          </thead>
          <tbody>
            {BUCKETS.map(([name, what, live, test]) => (
              <tr key={name} className="border-b border-line">
                <th scope="row" className="py-2 pr-4 font-normal">
                  {name} <span className="text-ink-faint">{what}</span>
                </th>
                <td className="py-2 pr-4 text-right tabular-nums">{live}</td>
                <td className="py-2 text-right tabular-nums">{test}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>

      <Part id="webhooks" title="Webhooks">
        <Lead>
          Events are posted to your endpoints within a second, at least once, in no guaranteed
          order: use the event's `id` to recognise one that came before. Answer any 2xx within 10
          seconds. Verify each delivery over the raw bytes of the body, and refuse a timestamp more
          than 300 seconds away, in either direction.
        </Lead>
        <CodeBlock title="A receiver" snippets={VERIFY} />
      </Part>
    </>
  );
}
