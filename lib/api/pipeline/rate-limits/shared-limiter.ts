import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { defineCounter } from "#lib/kernel/figures.ts";
import type { Verdict } from "#lib/kernel/rate-limited.ts";
import { publishReadings } from "#lib/kernel/readings.ts";
import { logTrouble } from "#lib/kernel/trouble.ts";
import type { Rule } from "./limits.ts";
import type { RateLimiter } from "./memory-limiter.ts";

/**
 * The buckets of `memory-limiter.ts` in the store, by the store's clock. Returns whether the call is allowed, how many more
 * are, and the milliseconds until the bucket is full again and until a call is allowed.
 */
const TAKE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local limit = tonumber(ARGV[2])
  if ARGV[1] == 'burst' then
    local capacity = 2 * limit
    local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
    local elapsed = math.max(0, now - (tonumber(kept[2]) or now))
    local tokens = math.min(capacity, (tonumber(kept[1]) or capacity) + elapsed * limit / 1000)
    local allowed = tokens >= 1
    if allowed then tokens = tokens - 1 end
    redis.call('HSET', KEYS[1], 'tokens', string.format('%.4f', tokens), 'at', string.format('%.3f', now))
    redis.call('PEXPIRE', KEYS[1], 3000)
    return {allowed and 1 or 0, math.floor(tokens), string.format('%.3f', (capacity - tokens) * 1000 / limit),
            allowed and '0' or string.format('%.3f', (1 - tokens) * 1000 / limit)}
  end
  local oldest = tonumber(redis.call('LINDEX', KEYS[1], 0))
  while oldest and (now - oldest >= 1000 or oldest > now + 1000) do
    redis.call('LPOP', KEYS[1])
    oldest = tonumber(redis.call('LINDEX', KEYS[1], 0))
  end
  local count = redis.call('LLEN', KEYS[1])
  local allowed = count < limit
  if allowed then
    redis.call('RPUSH', KEYS[1], string.format('%.3f', now))
    redis.call('PEXPIRE', KEYS[1], 2000)
    count = count + 1
  end
  local newest = tonumber(redis.call('LINDEX', KEYS[1], -1))
  return {allowed and 1 or 0, limit - count, string.format('%.3f', newest + 1000 - now),
          allowed and '0' or string.format('%.3f', oldest + 1000 - now)}`;
const TAKE_SHA = createHash("sha1").update(TAKE).digest("hex");

/** A call waits at most so long for the store. */
const TIMEOUT_MS = 100;
const PRESENCE_EVERY_MS = 2 * SECOND_MS;
/** A process that has not reported for so long is gone. */
const ABSENT_AFTER_MS = 10 * SECOND_MS;
const PROCESSES = "paydesk:web-processes";

const countedHere = defineCounter(
  "paydesk_rate_limits_counted_locally_total",
  "Calls that this process counted itself, because the store of the rate limits did not answer.",
  [{}],
);

type Reply = [allowed: number, remaining: number, resetInMs: string, retryInMs: string];

/** The part of the client's methods that is used. */
type Store = {
  readonly isReady: boolean;
  sendCommand(args: readonly string[]): Promise<unknown>;
  destroy(): void;
};

/**
 * Counts calls in a store that all web processes share (Redis or Valkey, `url`). While the store does not answer, no call
 * fails and none waits for longer than 100 ms: each process then enforces its share of a limit with `local`, by the number of
 * web processes that reported last.
 */
export function createSharedLimiter(
  url: string,
  local: RateLimiter,
): RateLimiter & { opened(): Promise<void>; close(): Promise<void> } {
  let processes = 1;
  let isUp = false;
  const self = randomUUID();
  const connecting = connect(url);
  const withdraw = publishReadings(
    {
      name: "paydesk_rate_limit_store_up",
      help: "1 if the store of the rate limits (REDIS_URL) answers this process, else 0.",
      read: () => (isUp ? 1 : 0),
    },
    {
      name: "paydesk_web_processes",
      help: "Web processes that the store of the rate limits knew when it last answered.",
      read: () => processes,
    },
  );
  const report = async () => {
    const store = await connecting;
    if (!store.isReady) return false;
    const ms = nowMs();
    await store.sendCommand(["ZADD", PROCESSES, String(ms), self]);
    await store.sendCommand(["ZREMRANGEBYSCORE", PROCESSES, "-inf", String(ms - ABSENT_AFTER_MS)]);
    processes = Math.max(1, Number(await store.sendCommand(["ZCARD", PROCESSES])));
    return true;
  };
  const tryReport = async () => {
    isUp = await report().catch((error) => {
      logTrouble("the rate limits' store failed", error);
      return false;
    });
  };
  const reporting = tryReport();
  const timer = setInterval(tryReport, PRESENCE_EVERY_MS);
  timer.unref();
  return {
    async take(name, rule) {
      try {
        const store = await connecting;
        if (store.isReady) return await takeFrom(store, name, rule);
      } catch (error) {
        logTrouble("the rate limits' store failed", error);
      }
      countedHere.add({});
      return await takeShare(local, name, rule, processes);
    },
    /** Resolves when the first report was tried: a process that serves before counts by itself at first. */
    opened: () => reporting,
    async close() {
      clearInterval(timer);
      withdraw();
      const store = await connecting;
      if (store.isReady) await store.sendCommand(["ZREM", PROCESSES, self]).catch(() => {});
      store.destroy();
    },
  };
}

async function takeFrom(store: Store, name: string, rule: Rule): Promise<Verdict> {
  // A changed rule starts a new bucket.
  const key = `paydesk:rate:${name}:${rule.kind}:${rule.perSecond}`;
  const values = ["1", key, rule.kind, String(rule.perSecond)];
  const reply = (await store.sendCommand(["EVALSHA", TAKE_SHA, ...values]).catch((error) => {
    if (!String(error).includes("NOSCRIPT")) throw error;
    return store.sendCommand(["EVAL", TAKE, ...values]);
  })) as Reply;
  const [allowed, remaining, resetInMs, retryInMs] = reply;
  return {
    allowed: allowed === 1,
    limit: rule.perSecond,
    remaining,
    resetMs: nowMs() + Number(resetInMs),
    retryAfterMs: Number(retryInMs),
  };
}

async function takeShare(
  local: RateLimiter,
  name: string,
  rule: Rule,
  processes: number,
): Promise<Verdict> {
  const perSecond = Math.max(1, Math.ceil(rule.perSecond / processes));
  return { ...(await local.take(name, { ...rule, perSecond })), limit: rule.perSecond };
}

/** Connects within a second, or later. The client is loaded here only: an installation without a store does not need it. */
async function connect(url: string): Promise<Store> {
  const { createClient } = await import("@redis/client");
  const client = createClient({
    url,
    // Calls are not kept until the store is back: they are counted here.
    disableOfflineQueue: true,
    commandOptions: { timeout: TIMEOUT_MS },
    socket: { connectTimeout: SECOND_MS, reconnectStrategy: () => SECOND_MS / 2 },
  });
  client.on("error", (error) => logTrouble("the rate limits' store is away", error));
  // Rejects only if the client is destroyed; until then it connects again and again.
  const connected = client.connect().catch(() => {});
  await Promise.race([connected, sleep(SECOND_MS, undefined, { ref: false })]);
  return client as unknown as Store;
}
