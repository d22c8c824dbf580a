import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { z } from "zod";
import { nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { log } from "#lib/kernel/log.ts";
import { encode, PROTOCOL_PATH } from "../protocol/messages.ts";
import { NEWS_OPERATION, type NewsMessage } from "../protocol/news.ts";
import { creditId, receivedCredit } from "../protocol/payout-messages.ts";
import { parseJson } from "../protocol/shapes.ts";
import { newNonce, SIGNATURE_HEADER, sign, verify } from "../protocol/signature.ts";
import type { CreditOutcome, UnknownOutcome } from "../rail.ts";
import type { Book } from "./book.ts";

/** A transfer to the rail's bank: the body of `control/credit`. */
export const creditQuestion = receivedCredit
  .omit({ result: true, receivedAtMs: true })
  .extend({ id: creditId });
export type CreditQuestion = z.output<typeof creditQuestion>;

/** Books a transfer as received, once per id; a repeat returns the first one. */
export function receiveCredit(
  book: Book,
  { id, ...credit }: CreditQuestion,
): Promise<CreditOutcome | UnknownOutcome> {
  const received = { result: "received" as const, ...credit, receivedAtMs: nowMs() };
  return book.once("creditStatus", { id }, async () => received);
}

/** The ids of all received credits. */
export function creditsIn(book: Book): string[] {
  const credits = book.entries.filter(({ operation }) => operation === "creditStatus");
  return credits.map(({ request }) => request.id);
}

export type Herald = {
  /** Sends news of a credit until it is answered, in the background. */
  tell(id: string): void;
  /** Number of credits whose news nobody has answered. */
  readonly untold: number;
  close(): Promise<void>;
};

export type HeraldOptions = { url: string; secret: string; livemode: boolean; timeoutMs?: number };

const FIRST_PAUSE_MS = SECOND_MS / 4;
const LONGEST_PAUSE_MS = 5 * SECOND_MS;
const told = z.object({ result: z.string() });

/** Sends news of credits to Paydesk at `url` (docs/rail-protocol.md): retries until it gets one of the protocol's
 * answers. */
export function createHerald(options: HeraldOptions): Herald {
  const stop = new AbortController();
  const open = new Map<string, Promise<void>>();
  const tellOn = async (id: string) => {
    for (let pauseMs = FIRST_PAUSE_MS; !stop.signal.aborted; pauseMs *= 2) {
      const answer = await tellOnce(options, { livemode: options.livemode, credit: id });
      if (answer) {
        log.info("credit news answered", { credit: id, answer });
        return;
      }
      const { signal } = stop;
      await sleep(Math.min(pauseMs, LONGEST_PAUSE_MS), null, { signal }).catch(() => {});
    }
  };
  return {
    tell(id) {
      if (open.has(id)) return;
      open.set(
        id,
        tellOn(id).finally(() => open.delete(id)),
      );
    },
    get untold() {
      return open.size;
    },
    async close() {
      stop.abort();
      await Promise.all(open.values());
    },
  };
}

/** The answer if it is signed and belongs to this message, else null. */
async function tellOnce(options: HeraldOptions, message: NewsMessage): Promise<string | null> {
  const { url, secret, timeoutMs = 10 * SECOND_MS } = options;
  const [body, nonce] = [Buffer.from(encode(message)), newNonce()];
  const signature = sign(secret, { kind: "request", nonce, path: NEWS_OPERATION, body });
  try {
    const response = await request(new URL(PROTOCOL_PATH + NEWS_OPERATION, url), {
      method: "POST",
      headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signature },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = Buffer.from(await response.body.arrayBuffer());
    const answer = { kind: "answer", nonce, status: 200, body: text } as const;
    const header = response.headers[SIGNATURE_HEADER];
    if (response.statusCode !== 200 || !verify(secret, String(header), answer)) return null;
    return told.parse(parseJson(text)).result;
  } catch {
    return null;
  }
}
