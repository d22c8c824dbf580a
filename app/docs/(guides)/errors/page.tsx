import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { ERRORS } from "../../api/reference.ts";
import { DocsCode } from "../../docs-code.tsx";
import { Lead, Part, Steps, Table } from "../../guide-parts.tsx";
import { RETRY } from "../../guide-snippets.ts";

export const metadata: Metadata = { title: "Errors and retries · Guides" };

const RETRIED = new Set(["rate_limited", "idempotency_in_progress", "gateway_error"]);

const ROWS = ERRORS.map(({ code, status, action }): readonly [string, string] => [
  `${code === "gateway_error" ? "5xx" : status} ${code}`,
  `${RETRIED.has(code) ? "Retry." : "Do not retry."} ${action}`,
]);

const PARTS = [
  ["code", "Stable: branch on it."],
  ["message", "For people who read logs; it may change. Do not show it to payers."],
  ["param", "The parameter at fault, as you named it: `card[number]`, `amount`."],
  ["decline_code, advice_code", "For a 402: why the issuer declined, and whether to try again."],
  ["payment", "For a 402: the failed payment, with its id."],
  ["request_id", "Quote it to support. It finds the request in the dashboard's logs."],
  ["doc_url", "The explanation of the code."],
] as const;

export default function ErrorsGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Errors and retries</h1>
      <Lead>
        An answer is either what you asked for, a decline, your mistake, or our failure. Only the
        last one, and no answer at all, leave the outcome open; a repeat with the same
        `Idempotency-Key` finds it out and never charges twice.
      </Lead>
      <p className="text-13">
        <TextLink href="/docs/api/errors">Every error code with its cause</TextLink>
      </p>
      <Part id="retry" title="A client that retries">
        <Lead>
          Retry 429, 409 `idempotency_in_progress`, every 5xx, timeouts and lost connections, with
          the same key and the same body, at most 6 times. After a 429 wait `Retry-After` seconds
          and up to one more, so that your servers do not come back together. Otherwise double the
          wait each time, up to 60 seconds.
        </Lead>
        <DocsCode title="A charge that is safe to repeat" snippets={RETRY} />
      </Part>
      <Part id="parts" title="What an error says">
        <Table title="Fields of error" rows={PARTS} />
      </Part>
      <Part id="codes" title="Which errors to retry">
        <Table title="Codes" rows={ROWS} />
      </Part>
      <Part id="declines" title="Declines are answers">
        <Lead>
          A 402 is final for its key: repeats get the same bytes. Let the payer choose another card,
          with a new key. `advice_code` says whether the same card can work: `try_again_later`
          later, `confirm_card_data` after a correction, `do_not_try_again` never; card schemes fine
          merchants who do. Tell payers only what helps them:
        </Lead>
        <p className="text-13">
          <TextLink href="/docs/declines">Every decline code, and what to tell the payer</TextLink>
        </p>
      </Part>
      <Part id="limits" title="Rate limits">
        <Lead>
          Limits count the requests of an account and mode within a rolling second, for each kind of
          call. Answers to calls that count have `Service-RateLimit-Limit`, `-Remaining` and
          `-Reset`; exports and `/v1/replays` do not count. A script that lists in a loop meets the
          limit of test mode, 10 lists per second: page with `limit=100` and let the client above
          wait. An operator can raise an account's limits.
        </Lead>
      </Part>
      <Part id="wrong" title="What can go wrong">
        <Steps>
          {[
            "A new key for each attempt: the payer is charged twice. Make the key with the order, before the first attempt.",
            "A timeout is treated as a failure, and the order is canceled while the payer is charged. Retry, or read the payment.",
            "A 409 `idempotency_conflict`: the same key with another body. Usually the amount was changed; use a new key if that is meant.",
            "A library retries by itself without a key. Turn that off, or give it the key.",
          ]}
        </Steps>
      </Part>
    </>
  );
}
