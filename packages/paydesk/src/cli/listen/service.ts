import { setTimeout as sleep } from "node:timers/promises";
import { userAgent } from "../../core/platform.ts";
import { CLI_PRODUCT } from "../client.ts";

/** An event as `GET /v1/events` returns it. */
export type EventBody = {
  id: string;
  object: "event";
  type: string;
  created: string;
  version: string;
  livemode: boolean;
  data: unknown;
};
export type ListenerBody = { account: string; secret: string; latest_event: string | null };
/** A replayed delivery with its event; only the id of an event that is no longer kept. */
export type ReplayBody = { id: string; event: EventBody | string; endpoint: string };
/** A webhook endpoint. */
export type EndpointBody = { id: string; url: string; events: string[]; status: string };
/** A request as `GET /v1/requests` lists it. */
export type RequestBody = {
  id: string;
  created: string;
  method: string;
  path: string;
  status: number;
  error_code: string | null;
  duration_ms: number;
};
type Page<T> = { data: T[]; has_more: boolean };

/** The service refused the request; retrying would not help. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;

  constructor(status: number, error: { code?: string; message?: string; param?: string } = {}) {
    super(error.message ?? `The service answered ${status}.`);
    this.status = status;
    this.code = error.code ?? "";
    this.param = error.param;
  }
}

const TIMEOUT_MS = 15_000;
const LONGEST_WAIT_MS = 15_000;

export type Service = {
  listener(): Promise<ListenerBody>;
  /** Events newer than `after`, oldest first; all stored events if null. */
  eventsAfter(after: string | null): Promise<EventBody[]>;
  event(id: string): Promise<EventBody>;
  /** Deliveries that replays made, as `eventsAfter`. */
  replaysAfter(after: string | null): Promise<ReplayBody[]>;
  latestReplay(): Promise<string | null>;
  endpoints(): Promise<EndpointBody[]>;
  /** Requests that a query selects, as `eventsAfter`. */
  requestsAfter(query: string, after: string | null): Promise<RequestBody[]>;
  latestRequest(): Promise<string | null>;
};

/** The service over its public API. Retries with growing pauses while it cannot be reached, fails or asks to wait;
 * calls `onTrouble` once then and `onRecovered` afterwards. Throws `Refused` for other errors, and when `signal`
 * aborts. */
export function connect(args: {
  url: string;
  key: string;
  signal: AbortSignal;
  onTrouble: (why: string) => void;
  onRecovered: () => void;
}): Service {
  const get = async <T>(path: string): Promise<T> => {
    for (let tries = 0; ; tries++) {
      const outcome = await once<T>(args, path);
      if ("body" in outcome) {
        if (tries > 0) args.onRecovered();
        return outcome.body;
      }
      if (tries === 0) args.onTrouble(outcome.why);
      const waitMs = outcome.waitMs ?? Math.min(LONGEST_WAIT_MS, 500 * 2 ** tries);
      await sleep(waitMs, undefined, { signal: args.signal });
    }
  };
  const after = async <T extends { id: string }>(path: string, from: string | null) => {
    const newestFirst: T[] = [];
    // Pages towards the newest from a known id, else from the newest to the first.
    for (let cursor = from; ; ) {
      const bound = from ? `&ending_before=${cursor}` : cursor ? `&starting_after=${cursor}` : "";
      const page = await get<Page<T>>(`${path}&limit=100${bound}`);
      if (from) newestFirst.unshift(...page.data);
      else newestFirst.push(...page.data);
      if (!page.has_more) return newestFirst.reverse();
      cursor = (from ? newestFirst.at(0) : newestFirst.at(-1))!.id;
    }
  };
  return {
    listener: () => get<ListenerBody>("/v1/listener"),
    eventsAfter: (from) => after<EventBody>("/v1/events?", from),
    event: (id) => get<EventBody>(`/v1/events/${encodeURIComponent(id)}`),
    replaysAfter: (from) => after<ReplayBody>(`${REPLAYS}&expand[]=data.event`, from),
    latestReplay: async () =>
      (await get<Page<ReplayBody>>(`${REPLAYS}&limit=1`)).data[0]?.id ?? null,
    endpoints: () => after<EndpointBody>("/v1/webhook_endpoints?", null),
    requestsAfter: (query, from) => after<RequestBody>(`/v1/requests?${query}`, from),
    latestRequest: async () =>
      (await get<Page<RequestBody>>("/v1/requests?limit=1")).data[0]?.id ?? null,
  };
}

const REPLAYS = "/v1/deliveries?origin=replay";

type Outcome<T> = { body: T } | { why: string; waitMs?: number };

async function once<T>(
  { url, key, signal }: { url: string; key: string; signal: AbortSignal },
  path: string,
): Promise<Outcome<T>> {
  let response: Response;
  try {
    response = await fetch(`${url}${path}`, {
      headers: {
        authorization: `Bearer ${key}`,
        accept: "application/json",
        "user-agent": userAgent(CLI_PRODUCT) ?? CLI_PRODUCT,
      },
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await response.text();
    if (response.ok) return { body: JSON.parse(text) as T };
    if (response.status === 429) {
      return {
        why: "too many calls",
        waitMs: 1_000 * Number(response.headers.get("retry-after") ?? 1),
      };
    }
    if (response.status >= 500) return { why: `it answered ${response.status}` };
    throw new Refused(response.status, errorIn(text));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Refused) throw error;
    return { why: reasonOf(error) };
  }
}

function errorIn(text: string): { code?: string; message?: string; param?: string } {
  try {
    return JSON.parse(text).error ?? {};
  } catch {
    return {};
  }
}

/** The cause of a connection error in a few words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "it could not be reached";
  const cause = error.cause instanceof Error ? error.cause : error;
  if (cause.name === "TimeoutError") return "it did not answer in time";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}
