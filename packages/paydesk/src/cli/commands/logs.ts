import { setTimeout as sleep } from "node:timers/promises";
import { connectionOf } from "../client.ts";
import type { Context } from "../context.ts";
import { EXIT, UsageError } from "../exit.ts";
import { COMMON_OPTIONS, type Flags, has, parseFlags, refuseOthers } from "../flags.ts";
import { Follower } from "../listen/progress.ts";
import { connect, Refused, type RequestBody, type Service } from "../listen/service.ts";
import type { Command } from "./command.ts";
import { refusal } from "./listen.ts";

const POLL_MS = 1_000;
/** The list that this command reads is logged as well. */
const OWN_PATH = "/v1/requests";

export const LOGS: Command = {
  name: "logs",
  summary: "tail: follow the account's API requests as they are made",
  usage: (name) => `Usage: ${name} logs tail [--status STATUS] [--method METHOD] [--path PREFIX]

Prints each API request of the account and mode that is made from now on: time, status, method, path, duration, error code and
request id. It ends when it is interrupted. A restricted key needs requests:read. Requests of the last 30 days:
${name} requests list. One with its bodies: ${name} requests retrieve REQUEST.

  --status STATUS     only these: 402, 4xx, or several with commas
  --method METHOD     only these methods: POST, or several with commas
  --path PREFIX       only paths that begin so, such as /v1/payments
${COMMON_OPTIONS.replace("print JSON", "print each request as a line of JSON")}`,
  handles: () => true,
  async run([verb, ...args], context) {
    if (verb !== "tail") throw new UsageError(`Usage: ${context.name} logs tail`);
    const flags = parseFlags(args);
    refuseOthers(flags, ["status", "method", "path"]);
    if (flags.words.length > 0) throw new UsageError(`Usage: ${context.name} logs tail`);
    const filter = filterOf(flags);
    const { url, key } = await connectionOf(flags, context);
    const service = connect({
      url,
      key,
      signal: context.signal,
      onTrouble: (why) => context.warn(`${url} cannot be reached (${why}); retrying …`),
      onRecovered: () => context.warn(`${url} can be reached again.`),
    });
    const print = has(flags, "json") ? JSON.stringify : lineOf;
    try {
      await follow(service, filter, context, (request) => context.say(print(request)));
    } catch (error) {
      if (error instanceof Refused) throw refusal(error);
      throw error;
    }
    return EXIT.ok;
  },
};

type Filter = { statuses: string[]; methods: string[]; path: string };

function filterOf(flags: Flags): Filter {
  const statuses = valuesOf(flags, "status").map((each) => each.toLowerCase());
  const odd = statuses.find((status) => !/^[1-5](?:\d\d|xx)$/.test(status));
  if (odd !== undefined) throw new UsageError(`--status is a status such as 402 or 4xx.`);
  const methods = valuesOf(flags, "method").map((each) => each.toUpperCase());
  return { statuses, methods, path: valuesOf(flags, "path").at(-1) ?? "" };
}

/** The values of an option that takes several, with commas or by repetition. */
function valuesOf({ options }: Flags, name: string): string[] {
  return options
    .filter(([each]) => each === name)
    .flatMap(([, value]) => {
      if (value === true || value === "") throw new UsageError(`--${name} needs a value.`);
      return value.split(",").map((each) => each.trim());
    })
    .filter((each) => each !== "");
}

/** Prints what is made from now on, oldest first, until the context's signal aborts; then it rejects. */
async function follow(
  service: Service,
  filter: Filter,
  { warn, signal }: Context,
  print: (request: RequestBody) => void,
): Promise<void> {
  const follower = new Follower();
  follower.beginAfter(await service.latestRequest());
  warn("Waiting for requests …");
  for (;;) {
    for (const request of await next(service, queryOf(filter), follower)) {
      if (follower.isDone(request.id)) continue;
      follower.markDone(request.id);
      if (matches(request, filter)) print(request);
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** Requests since the anchor. It can be older than the 30 days for which requests are kept, if nobody made any. */
async function next(service: Service, query: string, follower: Follower): Promise<RequestBody[]> {
  try {
    return await service.requestsAfter(query, follower.anchor);
  } catch (error) {
    if (!(error instanceof Refused) || error.param !== "ending_before") throw error;
    follower.beginAfter(await service.latestRequest());
    return [];
  }
}

/** The part of a filter that the service has an index for: one class of status, and one method. */
function queryOf({ statuses, methods }: Filter): string {
  const classes = new Set(statuses.map((status) => `${status[0]}xx`));
  const query = new URLSearchParams();
  if (classes.size === 1) query.set("status", [...classes][0]!);
  if (methods.length === 1) query.set("method", methods[0]!);
  return query.toString();
}

function matches({ status, method, path }: RequestBody, filter: Filter): boolean {
  const isStatus = (wanted: string) =>
    wanted.endsWith("xx") ? wanted[0] === String(status)[0] : wanted === String(status);
  const isOwn = path.split("?")[0] === OWN_PATH && method === "GET";
  return (
    (filter.statuses.length === 0 || filter.statuses.some(isStatus)) &&
    (filter.methods.length === 0 || filter.methods.includes(method)) &&
    path.startsWith(filter.path) &&
    (!isOwn || filter.path.startsWith(OWN_PATH))
  );
}

function lineOf(request: RequestBody): string {
  const { created, status, method, path, duration_ms, error_code, id } = request;
  const facts = [created, status, method.padEnd(6), path, `${duration_ms} ms`, error_code, id];
  return facts.filter((fact) => fact !== null).join("  ");
}
