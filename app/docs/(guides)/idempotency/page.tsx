import type { Metadata } from "next";
import { DocsCode } from "../../docs-code.tsx";
import { Lead, Part, Table } from "../../guide-parts.tsx";
import { RETRY } from "../../guide-snippets.ts";

export const metadata: Metadata = { title: "Idempotency · Guides" };

const ANSWERS = [
  ["201", "This request performed the call."],
  [
    "200, Service-Idempotent-Replay: true",
    "An earlier request performed the call. You get its response again, byte for byte.",
  ],
  ["402", "The bank declined. Repeats with this key get the same response."],
  [
    "409 idempotency_in_progress",
    "The first request is still running. Send the same request again shortly.",
  ],
  ["409 idempotency_conflict", "The key was used before with other parameters. Fix your code."],
  ["429, 5xx, no response", "Retry the same request with the same key."],
] as const;

export default function IdempotencyGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Idempotency</h1>
      <Lead>
        A connection can break after the bank has charged the payer and before you receive the
        response. Therefore every POST with a secret key needs an `Idempotency-Key`. For 24 hours,
        requests with the same key and the same parameters perform the call once, no matter which of
        your servers sends them.
      </Lead>
      <Part id="choosing" title="Choosing the key">
        <Lead>
          Derive the key from what must happen only once, and store it there: use the order number,
          or the order number and the token if the payer may try another card. A new random key for
          each retry gives no protection. A key has 1 to 255 printable characters.
        </Lead>
      </Part>
      <Part id="retrying" title="Retrying">
        <Lead>
          Retry after a timeout, a lost connection, 429, 409 `idempotency_in_progress` and any 5xx,
          with the same key and the same body. Increase the wait each time. Other 4xx responses will
          not change.
        </Lead>
        <DocsCode title="A charge that is safe to repeat" snippets={RETRY} />
      </Part>
      <Part id="answers" title="Possible responses">
        <div className="mt-4" />
        <Table title="Responses to a repeated call" rows={ANSWERS} />
      </Part>
    </>
  );
}
