import type { Bearer } from "#lib/domain/keys/index.ts";
import { noteRequest } from "#lib/domain/request-log/index.ts";
import { addressOf, clientOf } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Exchange } from "./exchange.ts";
import { createMemoryLimiter } from "./rate-limits/memory-limiter.ts";

type Parts = Pick<Exchange, "request" | "requestId" | "version" | "startedMs" | "startedAt"> &
  Partial<Exchange>;

/** The most refusals per second that the log keeps of an account, mode and process, beside those that its limits count. */
const UNCOUNTED = { kind: "rolling", perSecond: 50 } as const;
const uncounted = createMemoryLimiter();

/** Adds an answered request to its account's log. A request without a known key belongs to no account. No limit counts
 *  refusals of a revoked key, of a key that may not make the call, and of calls above a limit, and everybody has a
 *  publishable key: without a limit of their own they could fill the log. Those above it are counted as missing. */
export function note(exchange: Parts, { status }: Response): void {
  const who = exchange.bearer ?? exchange.lapsed;
  if (!who) return;
  const isCounted = status < 400 || exchange.rate?.allowed === true;
  const isKept = isCounted || uncounted.take(`${who.accountId} ${who.mode}`, UNCOUNTED).allowed;
  noteRequest(notedAs(exchange, who, status), !isKept);
}

function notedAs(exchange: Parts, who: Bearer, status: number) {
  const { request, route, startedAt } = exchange;
  const { headers } = request;
  const [namedId] = Object.values(exchange.params ?? {});
  return {
    id: exchange.requestId,
    accountId: who.accountId,
    mode: who.mode,
    keyId: who.keyId,
    route: route?.name ?? null,
    method: request.method,
    path: pathOf(request.url),
    status,
    version: exchange.version,
    startedMs: exchange.startedMs,
    durationMs: Math.round(performance.now() - startedAt),
    address: addressOf(headers),
    userAgent: clientOf(headers),
    idempotencyKey: headers.get("idempotency-key"),
    replayed: exchange.replayed ?? false,
    namedId: (namedId as Id) ?? null,
    request: exchange.sent ?? null,
    answer: exchange.answered ?? null,
    sensitive: route?.sensitive ?? false,
    tokenises: route?.tokenises ?? false,
  };
}

/** `https://host/v1/payments?limit=1` → `/v1/payments?limit=1` */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  return start < 0 ? "/" : url.slice(start);
}
