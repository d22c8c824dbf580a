import { z } from "zod";
import type { Mode } from "#lib/kernel/mode.ts";
import { creditId } from "./payout-messages.ts";
import { id, parseJson } from "./shapes.ts";
import { nonceOf, SIGNATURE_HEADER, sign, verify } from "./signature.ts";

/** The path, under our address and the protocol's path, that receives rail news. */
export const NEWS_OPERATION = "news";

const livemode = z.boolean();
const newsShape = z.union([
  z.object({ livemode, accountId: id, id }),
  z.object({ livemode, credit: creditId }),
]);
/** News as sent. */
export type NewsMessage = z.input<typeof newsShape>;

/** The object to ask about: one of ours, or a credit by the rail's id. It does not say what happened. */
export type News = { mode: Mode } & ({ accountId: string; id: string } | { credit: string });

export type NewsAnswer = { status: number; body: string; headers: Record<string, string> };

export type NewsRead =
  | { news: News; answer(body: object): NewsAnswer }
  /** Builds the error answer: unsigned if the sender is unknown. */
  | { news: null; answer(): NewsAnswer };

const headersFor = (signature?: string) => ({
  "Content-Type": "application/json",
  ...(signature ? { [SIGNATURE_HEADER]: signature } : {}),
});

function refuse(status: number, code: string, message: string): NewsRead {
  const body = JSON.stringify({ error: { code, message } });
  return { news: null, answer: () => ({ status, body, headers: headersFor() }) };
}

/** Reads rail news: validates shape and a current signature with the secret of the mode's rail
 * (docs/rail-protocol.md, "News from the rail"). `secretOf`: null if the mode has no rail process. */
export function readNews(
  header: string | undefined,
  body: Buffer,
  secretOf: (mode: Mode) => string | null,
): NewsRead {
  const read = newsShape.safeParse(parseJson(body));
  if (!read.success)
    return refuse(400, "malformed", "Wrong: livemode, accountId or id, or credit.");
  const { livemode: isLive, ...what } = read.data;
  const mode = isLive ? "live" : "test";
  const secret = secretOf(mode);
  const nonce = nonceOf(header) ?? "";
  const message = { kind: "request", nonce, path: NEWS_OPERATION, body } as const;
  if (secret === null || !verify(secret, header, message)) {
    return refuse(
      401,
      "signature_invalid",
      "Not signed with this rail's secret, or the signature is too old.",
    );
  }
  return {
    news: { mode, ...what },
    answer(content) {
      const text = JSON.stringify(content);
      const signed = { kind: "answer", nonce, status: 200, body: Buffer.from(text) } as const;
      return { status: 200, body: text, headers: headersFor(sign(secret, signed)) };
    },
  };
}
