import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { nowMs } from "./clock.ts";

/** Facts of a span: names, states, ids of ours. Never a body, a secret, card data or a person's data. */
export type Attributes = Record<string, string | number | boolean>;

export type SpanKind = "internal" | "server" | "client" | "consumer";

/** A span that has ended, for an exporter. */
export type EndedSpan = {
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  kind: SpanKind;
  startMs: number;
  endMs: number;
  attributes: Attributes;
  failed: boolean;
};

/** Where in a trace the running call is. The trace's times count from one reading of the clock, so that a span never begins
 * before its parent. */
type Position = {
  traceId: string;
  spanId: string;
  sampled: boolean;
  base: { ms: number; at: number };
};

/** Adds facts to the running span. Asks for them only if it is recorded. A fact `error.type` says that it failed. */
export type Span = { set(facts: () => Attributes): void };

type Tracer = {
  /** Takes a span. Must not throw and must not wait. */
  add(span: EndedSpan): void;
  /** The share of traces without a caller's decision that are recorded. */
  ratio: number;
};

const NO_SPAN: Span = { set: () => {} };

let tracer: Tracer | null = null;
const running = new AsyncLocalStorage<Position>();

/** Records spans of this process from now on. Returns a function that ends it. */
export function startTracing(to: Tracer): () => void {
  tracer = to;
  return () => {
    tracer = null;
  };
}

/** The position of the running call in its trace, in the form of W3C Trace Context; null if it is not recorded. */
export function currentTraceparent(): string | null {
  const at = tracer && running.getStore();
  return at?.sampled ? `00-${at.traceId}-${at.spanId}-01` : null;
}

type Options = { kind?: SpanKind; attributes?: Attributes };

/** Runs `work` as a span within the running trace. Without one, or while nothing is recorded, only runs it. */
export async function inSpan<T>(
  name: string,
  options: Options,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const parent = tracer && running.getStore();
  if (!parent?.sampled) return await work(NO_SPAN);
  return await record(name, options, { ...parent, parentId: parent.spanId }, work);
}

/**
 * Runs `work` as the span with which this process enters a trace. `traceparent` is the caller's position; if it is missing
 * or unreadable, a new trace begins here, unless `only` says that this process must not begin one.
 */
export async function enterTrace<T>(
  name: string,
  options: Options & { traceparent: string | null; only?: "continued" },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  if (!tracer) return await work(NO_SPAN);
  const from = parseTraceparent(options.traceparent);
  if (!from && options.only === "continued") return await work(NO_SPAN);
  const traceId = from?.traceId ?? randomBytes(16).toString("hex");
  const sampled = from?.sampled ?? isChosen(traceId, tracer.ratio);
  const base = { ms: nowMs(), at: performance.now() };
  const position = { traceId, spanId: from?.spanId ?? "", sampled, base };
  if (!sampled) return await running.run(position, work, NO_SPAN);
  return await record(name, options, { ...position, parentId: from?.spanId ?? null }, work);
}

async function record<T>(
  name: string,
  { kind = "internal", attributes = {} }: Options,
  { parentId, ...parent }: Position & { parentId: string | null },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const { base, traceId } = parent;
  const spanId = randomBytes(8).toString("hex");
  const known: Attributes = { ...attributes };
  const clock = () => base.ms + performance.now() - base.at;
  const startMs = clock();
  let failed = true;
  try {
    const span: Span = { set: (facts) => Object.assign(known, facts()) };
    const result = await running.run({ ...parent, spanId }, work, span);
    failed = "error.type" in known;
    return result;
  } catch (error) {
    known["error.type"] = typeOf(error);
    throw error;
  } finally {
    const ended = { traceId, spanId, parentId, name, kind, startMs, endMs: clock(), failed };
    tracer?.add({ ...ended, attributes: known });
  }
}

/** The class or code of an error. Its message can quote what a caller sent. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;
const ZEROS = /^0+$/;

function parseTraceparent(text: string | null) {
  const [, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(text ?? "") ?? [];
  if (traceId === "" || ZEROS.test(traceId) || ZEROS.test(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Whether a new trace is recorded: by its id, so that every process decides alike. */
function isChosen(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52;
}
