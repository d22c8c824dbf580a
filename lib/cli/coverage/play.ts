import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { type Answer, meets, takeValue } from "./answers.ts";
import type { Entry } from "./hurl.ts";
import type { Rule } from "./rules.ts";

export type Variables = Readonly<Record<string, string>>;
export type Outcome = { rule: Rule; requests: number; failure: string | null };

type State = { variables: Record<string, string>; cookies: Map<string, string>; requests: number };

const PATIENCE_MS = 60_000;
const MOST_REFUSALS = 20;

/** Sends the requests of a rule one after the other and compares each response. Variables that a request captures are
 * available to later requests of the rule. Never throws: a failure names the line. */
export async function playRule(rule: Rule, variables: Variables): Promise<Outcome> {
  const state: State = { variables: { ...variables }, cookies: new Map(), requests: 0 };
  for (const entry of rule.blocks.flatMap(({ entries }) => entries)) {
    const failure = await playEntry(entry, state).catch((error: Error) => error.message);
    if (failure === null) continue;
    const where = `${rule.file}:${entry.line}`;
    return {
      rule,
      requests: state.requests,
      failure: `${where} ${entry.method} ${entry.url}: ${failure}`,
    };
  }
  return { rule, requests: state.requests, failure: null };
}

/** Null, or the mismatch. `[Options]`: `retry` repeats the request until the response matches; `repeat` sends that
 * many requests concurrently. */
async function playEntry(entry: Entry, state: State): Promise<string | null> {
  const burst = Array.from({ length: Number(entry.options.repeat ?? 1) - 1 });
  await Promise.all(burst.map(() => send(entry, state)));
  const tries = 1 + Number(entry.options.retry ?? 0);
  let failure: string | null = null;
  for (let n = 0; n < tries; n++) {
    if (n > 0) await sleep(Number(entry.options["retry-interval"] ?? 250));
    if (entry.options.delay) await sleep(Number(entry.options.delay));
    const answer = await sendPatiently(entry, state);
    failure = judge(entry, answer, state);
    if (failure === null) return null;
  }
  return failure;
}

/** Waits as a 429 asks, unless the rule expects a 429: the pages run faster than test mode's limits. */
async function sendPatiently(entry: Entry, state: State): Promise<Answer> {
  for (let n = 0; ; n++) {
    const answer = await send(entry, state);
    const isWanted = entry.status === 429 || entry.status === null;
    if (answer.status !== 429 || isWanted || n === MOST_REFUSALS) return answer;
    await sleep(1_000 * Number(answer.headers.get("retry-after") ?? 1));
  }
}

async function send(entry: Entry, state: State): Promise<Answer> {
  const fill = (text: string) => fillIn(text, state.variables);
  const url = new URL(fill(entry.url));
  for (const [name, value] of entry.query) url.searchParams.append(fill(name), fill(value));
  const headers = entry.headers.flatMap(([name, value]) => [name, fill(value)]);
  const cookie = [...state.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  if (cookie && url.href.startsWith(state.variables.url ?? "")) headers.push("Cookie", cookie);
  const named = new Set(entry.headers.map(([name]) => name.toLowerCase()));
  let body = entry.body === null ? null : fill(entry.body);
  if (entry.form) {
    body = new URLSearchParams(
      entry.form.map(([name, value]) => [fill(name), fill(value)]),
    ).toString();
    if (!named.has("content-type"))
      headers.push("Content-Type", "application/x-www-form-urlencoded");
  } else if (body?.startsWith("{") && !named.has("content-type")) {
    headers.push("Content-Type", "application/json");
  }
  const started = performance.now();
  state.requests++;
  const sent = await request(url, {
    method: entry.method as "GET",
    headers,
    body,
    headersTimeout: PATIENCE_MS,
    bodyTimeout: PATIENCE_MS,
  });
  const text = await sent.body.text();
  const answered = new Map(
    Object.entries(sent.headers).map(([name, value]) => [name, String(value)]),
  );
  for (const line of [sent.headers["set-cookie"] ?? []].flat()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name) state.cookies.set(name, value ?? "");
  }
  return {
    status: sent.statusCode,
    headers: answered,
    text,
    durationMs: performance.now() - started,
  };
}

function judge(entry: Entry, answer: Answer, state: State): string | null {
  const shown = answer.text.slice(0, 600);
  if (entry.status !== null && answer.status !== entry.status) {
    return `${answer.status}, expected ${entry.status}: ${shown}`;
  }
  for (const [name, value] of entry.wanted) {
    const held = answer.headers.get(name.toLowerCase());
    if (held !== fillIn(value, state.variables)) return `${name} is ${held}, expected ${value}`;
  }
  for (const { name, query } of entry.captures) {
    const { value } = takeValue(answer, fillIn(query, state.variables));
    if (value === undefined) return `nothing to capture as ${name}: ${shown}`;
    state.variables[name] = typeof value === "string" ? value : JSON.stringify(value);
  }
  for (const { text, line } of entry.asserts) {
    const filled = fillIn(text, state.variables);
    const { value, predicate } = takeValue(answer, filled);
    if (!meets(value, predicate))
      return `line ${line}: ${filled} (it is ${JSON.stringify(value)}): ${shown}`;
  }
  return null;
}

/** `{{name}}` and `{{newUuid}}`. Throws for a variable that is not set. */
function fillIn(text: string, variables: Variables): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (name === "newUuid") return randomUUID();
    const value = variables[name];
    if (value === undefined) throw new Error(`{{${name}}} is not set`);
    return value;
  });
}
