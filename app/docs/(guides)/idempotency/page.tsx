import type { Metadata } from "next";
import { OriginCode } from "../../api/origin-code.tsx";
import { Lead, Part, Table } from "../../guide-parts.tsx";
import { RETRY } from "../../guide-snippets.ts";

export const metadata: Metadata = { title: "Idempotency · Guides" };

const ANSWERS = [
  ["201", "It was done now."],
  ["200, Service-Idempotent-Replay: true", "It was done before: the first answer, byte for byte."],
  ["402", "It was done and the bank said no. Repeats get the same answer."],
  ["409 idempotency_in_progress", "The first call is still at work. Ask again in a moment."],
  ["409 idempotency_conflict", "The key was used with other parameters. Fix the caller."],
  ["429, 5xx, no answer", "Send the same request with the same key."],
] as const;

export default function IdempotencyGuide() {
  return (
    <>
      <h1 className="text-28 font-semibold">Idempotency</h1>
      <Lead>
        A connection can break after the bank has charged and before you hear of it. So every POST
        with a secret key carries an `Idempotency-Key`: for 24 hours the same key with the same
        parameters is done once, whichever of your servers sends it.
      </Lead>
      <Part id="choosing" title="Choosing the key">
        <Lead>
          Make it of what must happen once, and keep it with that: the order's number, or the order
          and the token when a payer may try another card. A random key made anew for each try
          protects from nothing. It has 1 to 255 printable characters.
        </Lead>
      </Part>
      <Part id="retrying" title="Trying again">
        <Lead>
          Try again after a time-out, a lost connection, 429 and any 5xx, a little later each time,
          with the same key and the same body. An answer of 4xx other than these will not change.
        </Lead>
        <OriginCode title="A charge that is safe to repeat" snippets={RETRY} />
      </Part>
      <Part id="answers" title="What may be answered">
        <div className="mt-4" />
        <Table title="Answers to a repeated call" rows={ANSWERS} />
      </Part>
    </>
  );
}
