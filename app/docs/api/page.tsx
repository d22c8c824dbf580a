import type { Metadata } from "next";
import { JsonView } from "#components/ui/json-view.tsx";
import { verifySnippets } from "../../(dashboard)/[mode]/webhooks/verify-snippets.ts";
import { DocsCode } from "../docs-code.tsx";
import { Lead, Part } from "../guide-parts.tsx";
import { FIRST_CHARGE } from "./snippets.ts";

export const metadata: Metadata = { title: "API" };

const VERIFY = verifySnippets({ id: "your endpoint" });

const LIST = {
  object: "list",
  url: "/v1/payments",
  data: ["…"],
  has_more: true,
  next_cursor: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
};

const BUCKETS = [
  ["Writes", "every POST and DELETE; bursts of up to twice the limit", "100", "25"],
  ["Reads", "one object", "250", "50"],
  ["Lists", "lists", "20", "10"],
  ["Replays", "replaying one event or delivery", "10", "10"],
  ["Tokenisations", "calls with a publishable key", "100", "100"],
] as const;

export default function IntroductionPage() {
  return (
    <>
      <h1 className="text-28 font-semibold">Introduction</h1>
      <Lead>
        The API accepts JSON or form-encoded bodies and returns JSON. Amounts are integers in minor
        units of the currency. Times are UTC. Objects have `object`, which names their kind, bodies
        of webhooks from version 2026-12-01 on. Stored objects also have `id`, `livemode` and
        `created`, and those that you make have `metadata`.
      </Lead>
      <DocsCode title="A first charge" snippets={[{ language: "curl", code: FIRST_CHARGE }]} />

      <Part id="keys" title="Keys">
        <Lead>
          Send a key with every request: `Authorization: Bearer sk_test_…`. The prefix shows its
          kind and mode. Use secret keys (`sk_`) on your server only. Publishable keys (`pk_`) may
          appear in a browser: they tokenise cards and list the payment methods of a country. A
          restricted secret key can do only what its scopes allow.
        </Lead>
      </Part>

      <Part id="idempotency" title="Safe retries">
        <Lead>
          Every POST with a secret key needs an `Idempotency-Key` of 1 to 255 printable characters.
          For 24 hours, requests with the same key and the same parameters perform the call once: a
          repeat gets the first response, byte for byte, as 200 with `Service-Idempotent-Replay:
          true`. While the first call is running, a repeat gets 409 `idempotency_in_progress`. Other
          parameters with the same key get 409 `idempotency_conflict`. After a timeout or a 5xx,
          retry the same request with the same key: nothing happens twice.
        </Lead>
      </Part>

      <Part id="lists" title="Lists">
        <Lead>
          Lists are sorted newest first. A page has 25 objects, or up to 100 with `limit`. Pass
          `next_cursor` as `starting_after` to get the next page. Objects created while you page
          cause neither repeats nor gaps. `created[gte]`, `created[gt]`, `created[lte]` and
          `created[lt]` filter by time of creation.
        </Lead>
        <JsonView value={LIST} title="A list" />
      </Part>

      <Part id="expansion" title="Related objects">
        <Lead>
          `expand` replaces an identifier, such as a payment's `customer`, with the object:
          `?expand[]=customer` on one object, `?expand[]=data.customer` on a list,
          `invoice.subscription` for a nested field. Each path can be four fields deep, and a call
          can have 20 paths. Writes accept `expand` too, in the body or the query; a repeat with the
          same `Idempotency-Key` gets the same bytes. A restricted key needs the read scope of every
          kind of object that a path can reach.
        </Lead>
      </Part>

      <Part id="rates" title="Rate limits">
        <Lead>
          Limits apply per account and mode, over a rolling second. Responses to calls that count
          have the headers `Service-RateLimit-Limit`, `Service-RateLimit-Remaining` and
          `Service-RateLimit-Reset`; a 429 has `Retry-After` in seconds. Range replays and CSV
          exports do not count, but an account can run at most three exports at a time; a fourth
          gets a 429 with the same headers.
        </Lead>
        <table className="w-full max-w-prose text-left text-13">
          <thead className="text-12 text-ink-faint">
            <tr className="border-b border-line">
              <th className="py-2 pr-4 font-medium">Calls per second</th>
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
          order: skip duplicates by event `id`. Respond with any 2xx within 10 seconds. Verify the
          signature of each delivery over the raw bytes of the body, and reject a timestamp that
          differs from your clock by more than 300 seconds in either direction.
        </Lead>
        <DocsCode title="A receiver" snippets={VERIFY} />
      </Part>
    </>
  );
}
