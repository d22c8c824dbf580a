import { randomUUID } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { defineCounter } from "#lib/kernel/figures.ts";
import type { Attributes, EndedSpan, SpanKind } from "#lib/kernel/tracing.ts";
import { logTrouble } from "#lib/kernel/trouble.ts";

/** Sends the spans of this process to a collector. */
export type OtlpExporter = {
  add(span: EndedSpan): void;
  /** Sends what is kept, in at most `TIMEOUT_MS`. */
  close(): Promise<void>;
};

const EVERY_MS = 1_000;
const MOST_KEPT = 4_096;
const MOST_SENT = 512;
const TIMEOUT_MS = 3_000;

const exported = defineCounter<"outcome">(
  "paydesk_trace_spans_total",
  "Spans of this process: sent to the collector, or dropped because it did not take them.",
  [{ outcome: "sent" }, { outcome: "dropped" }],
);

/**
 * Sends spans by OTLP over HTTP in JSON to `endpoint` (`/v1/traces` is appended), a batch a second. Nothing waits for it: spans
 * that the collector does not take are dropped and counted.
 */
export function createOtlpExporter(options: {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  service: string;
}): OtlpExporter {
  const url = new URL(`${options.endpoint.replace(/\/$/, "")}/v1/traces`);
  const resource = {
    attributes: attributesOf({
      "service.name": options.service,
      "service.instance.id": randomUUID(),
    }),
  };
  let kept: EndedSpan[] = [];
  let sending: Promise<void> = Promise.resolve();
  let isSending = false;
  const ending = new AbortController();

  /** Sends a batch; whether the collector took it. */
  const send = async (): Promise<boolean> => {
    const batch = kept.slice(0, MOST_SENT);
    kept = kept.slice(MOST_SENT);
    const scopeSpans = [{ scope: { name: "paydesk" }, spans: batch.map(spanOf) }];
    try {
      const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
      const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ending.signal]);
      await post(url, { headers: options.headers, body, signal });
      exported.add({ outcome: "sent" }, batch.length);
      return true;
    } catch (error) {
      exported.add({ outcome: "dropped" }, batch.length);
      logTrouble("spans could not be sent to the collector", error);
      return false;
    }
  };
  const sendAll = async () => {
    isSending = true;
    // After a failure the rest waits for the next round, as do spans that come meanwhile.
    for (let left = kept.length; left > 0 && (await send()); left -= MOST_SENT);
    isSending = false;
  };
  const timer = setInterval(() => {
    if (!isSending) sending = sendAll();
  }, EVERY_MS);
  timer.unref();

  return {
    add(span) {
      if (kept.length < MOST_KEPT) kept.push(span);
      else exported.add({ outcome: "dropped" });
    },
    async close() {
      clearInterval(timer);
      const deadline = setTimeout(() => ending.abort(), TIMEOUT_MS);
      await sending;
      await sendAll();
      clearTimeout(deadline);
    },
  };
}

function post(
  url: URL,
  {
    headers,
    body,
    signal,
  }: { headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = (url.protocol === "https:" ? https : http).request(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    signal,
  });
  request.once("error", reject);
  request.once("response", (response) => {
    response.resume();
    response.once("error", reject);
    const { statusCode = 0 } = response;
    if (statusCode >= 200 && statusCode < 300) response.once("end", resolve);
    else reject(new Error(`the collector answered ${statusCode}`));
  });
  request.end(body);
  return promise;
}

/** Numbers of `SpanKind` and of the status in the protocol. */
const KINDS: Readonly<Record<SpanKind, number>> = {
  internal: 1,
  server: 2,
  client: 3,
  consumer: 5,
};
const FAILED = { code: 2 };

const nanos = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

function spanOf(span: EndedSpan) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId ? { parentSpanId: span.parentId } : {}),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanos(span.startMs),
    endTimeUnixNano: nanos(span.endMs),
    attributes: attributesOf(span.attributes),
    status: span.failed ? FAILED : {},
  };
}

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: typedValue(value) }));

function typedValue(value: string | number | boolean) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
