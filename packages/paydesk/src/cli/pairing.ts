import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { userAgent } from "../core/platform.ts";
import { ConnectionError } from "../errors.ts";
import { CLI_PRODUCT } from "./client.ts";
import type { Context } from "./context.ts";
import { EXIT, Failed } from "./exit.ts";
import { reasonOf } from "./listen/service.ts";

/** The key that a person gave this machine in their browser. */
export interface Paired {
  key: string;
  /** What the Keys screen calls it. */
  name: string;
  account: string;
  mode: "test" | "live";
  expiresAt: string | null;
}

interface Begun {
  code: string;
  url: string;
  pollSecret: string;
  expiresInSeconds: number;
  intervalSeconds: number;
}

type Polled =
  | { status: "pending" | "refused" | "expired" | "collected" }
  | ({ status: "confirmed" } & Paired);

const TIMEOUT_MS = 15_000;
const AGAIN = "Run it again for a new code.";

/** Asks the service for a code, shows it with `show`, and waits until a signed-in person has decided about it. Throws
 * `Failed` when they refuse or the code expires, and `ConnectionError` if the service cannot be reached at first. Later it
 * waits for the service until the code expires. */
export async function pair(
  url: string,
  { warn, signal }: Context,
  show: (begun: { code: string; url: string }) => void,
): Promise<Paired> {
  const begun = await begin(url, signal);
  show(begun);
  const endsMs = performance.now() + begun.expiresInSeconds * 1_000;
  let isLost = false;
  for (let waitMs = begun.intervalSeconds * 1_000; ; ) {
    await sleep(waitMs, undefined, { signal });
    waitMs = begun.intervalSeconds * 1_000;
    const answer = await post(url, "poll", { pollSecret: begun.pollSecret }, signal);
    if (answer.status === 200) {
      const polled = answer.body as Polled;
      if (polled.status === "confirmed") return polled;
      if (polled.status !== "pending") throw new Failed(WHY[polled.status]);
    } else if (answer.status === 429) {
      waitMs = answer.waitMs;
    } else if (answer.status > 0 && answer.status < 500) {
      throw new Failed(`${answer.message} ${AGAIN}`);
    } else if (!isLost) {
      warn(`${url} cannot be reached (${answer.message}); retrying …`);
      isLost = true;
    }
    if (performance.now() > endsMs) throw new Failed(WHY.expired);
  }
}

const WHY = {
  refused: "The login was refused in the browser.",
  expired: `Nobody confirmed the code in time. ${AGAIN}`,
  collected: `The key was made, but did not arrive. Revoke it on the Keys screen. ${AGAIN}`,
} as const;

async function begin(url: string, signal: AbortSignal): Promise<Begun> {
  const answer = await post(url, "", { device: hostname() }, signal);
  if (answer.status === 201 && isPage((answer.body as Begun).url)) return answer.body as Begun;
  if (answer.status === 0) {
    throw new ConnectionError(
      "connection_failed",
      `No connection to ${url}: ${answer.message}.`,
      null,
    );
  }
  if (answer.status >= 500) throw new Failed(answer.message, EXIT.unavailable);
  if (answer.status === 404 || answer.status < 300) {
    throw new Failed(`${url} has no login by browser. Use login --key.`);
  }
  throw new Failed(answer.message);
}

/** Only pages of the web are opened: the address comes from the service. */
const isPage = (text: unknown) =>
  typeof text === "string" && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** `status` 0: it could not be reached. */
type Answer = { status: number; body: unknown; message: string; waitMs: number };

async function post(
  url: string,
  path: "" | "poll",
  body: object,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const response = await fetch(`${url}/internal/cli/pairings${path && `/${path}`}`, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "user-agent": userAgent(CLI_PRODUCT) ?? CLI_PRODUCT,
        // The service takes writes without a key only from callers that are not another site's page.
        "x-paydesk-request": "1",
      },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const parsed = parse(await response.text());
    const message = parsed?.error?.message ?? `The service answered ${response.status}.`;
    const waitMs = 1_000 * Number(response.headers.get("retry-after") ?? 1);
    return { status: response.status, body: parsed, message, waitMs };
  } catch (error) {
    signal.throwIfAborted();
    return { status: 0, body: null, message: reasonOf(error), waitMs: 0 };
  }
}

function parse(text: string): { error?: { message?: string } } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
