import { setTimeout as sleep } from "node:timers/promises";
import { CardError } from "../../errors.ts";
import { EVENT_TYPES, type EventType } from "../../generated/events.ts";
import { type Connection, connectionOf } from "../client.ts";
import type { Context } from "../context.ts";
import { EXIT, Failed, UsageError } from "../exit.ts";
import { COMMON_OPTIONS, has, parseFlags, refuseOthers } from "../flags.ts";
import { FLOWS, type Made, NEEDS, type Step } from "../flows.ts";
import type { Command } from "./command.ts";
import { type Override, putOverride, readOverride } from "./overrides.ts";

const POLL_MS = 300;
const LONGEST_WAIT_MS = 15_000;

type Overrides = Array<[object: string, override: Override]>;
type Found = { id: string; type: string };

export const TRIGGER: Command = {
  name: "trigger",
  summary: "Make an event happen by the calls that cause it, in test mode",
  usage: (name) => `Usage: ${name} trigger TYPE [--override OBJECT.PARAM=VALUE]…

Makes the calls that cause an event of this type, prints each, and waits for the event. It works in test mode only and leaves the
objects. Some types need time to pass: the sandbox clock of the account is then advanced.

  --override O.P=V    changes a parameter of a call: --override payment.amount=5000
${COMMON_OPTIONS}

Types: ${EVENT_TYPES.join(", ")}.
${Object.entries(NEEDS)
  .map(([type, need]) => `${type} needs ${need}.`)
  .join("\n")}
${name} test create-event --type TYPE sends an event with an example object instead.`,
  handles: () => true,
  async run(args, context) {
    const flags = parseFlags(args);
    refuseOthers(flags, ["override"]);
    const [type = "", ...more] = flags.words;
    const steps = stepsOf(type, context.name);
    if (more.length > 0) throw new UsageError(`Usage: ${context.name} trigger TYPE`);
    const overrides = overridesIn(flags.options, steps);
    const connection = await connectionOf(flags, context);
    if (connection.mode === "live") throw new UsageError("trigger needs a key of test mode.");
    const before = await latestEvent(connection);
    const tell = has(flags, "json") ? () => {} : context.say;
    await makeAll(steps, overrides, connection, tell);
    const event = await waitFor(type, before, connection, context);
    context.say(has(flags, "json") ? JSON.stringify(event, null, 2) : `${type}  ${event.id}`);
    return EXIT.ok;
  },
};

function stepsOf(type: string, name: string): readonly Step[] {
  const steps = Object.hasOwn(FLOWS, type) ? FLOWS[type as EventType] : undefined;
  if (steps) return steps;
  throw new UsageError(`"${type}" is not a type of event. ${name} trigger --help lists them.`);
}

function overridesIn(
  options: ReadonlyArray<readonly [string, string | true]>,
  steps: readonly Step[],
): Overrides {
  const names = new Set(steps.filter(({ body }) => body).map(({ as }) => as));
  return options
    .filter(([name]) => name === "override")
    .map(([, text]) => {
      const { path, value } = readOverride(String(text));
      const [object = "", ...rest] = path;
      if (!names.has(object)) {
        throw new UsageError(`This flow makes no "${object}". It makes ${[...names].join(", ")}.`);
      }
      if (rest.length === 0) throw new UsageError("--override has the form OBJECT.PARAM=VALUE.");
      return [object, { path: rest, value }];
    });
}

async function makeAll(
  steps: readonly Step[],
  overrides: Overrides,
  connection: Connection,
  tell: (line: string) => void,
): Promise<void> {
  let made: Made = {};
  const changed = new Set<string>();
  for (const step of steps) {
    const path = typeof step.path === "string" ? step.path : step.path(made);
    // Only the call that makes an object is changed, not those that act on it.
    const own = changed.has(step.as) ? [] : overrides.filter(([name]) => name === step.as);
    changed.add(step.as);
    const object = await perform(step, path, own, made, connection);
    tell(`${step.body ? "POST" : "GET "} ${path}  ${object.id ?? ""}`.trimEnd());
    made = { ...made, [step.as]: object };
  }
}

async function perform(
  step: Step,
  path: string,
  overrides: Overrides,
  made: Made,
  { transport }: Connection,
): Promise<Made[string]> {
  if (!step.body) {
    const found = await transport.call<Made[string] | { data: Made[string][] }>({
      method: "GET",
      path,
    });
    if (!("data" in found && Array.isArray(found.data))) return found as Made[string];
    if (!found.data[0]) throw new Failed(`${path} has nothing.`);
    return found.data[0];
  }
  const body = structuredClone(typeof step.body === "function" ? step.body(made) : step.body);
  for (const [, override] of overrides) putOverride(body as Record<string, unknown>, override);
  try {
    return await transport.call<Made[string]>({ method: "POST", path, body });
  } catch (error) {
    if (!step.declined || !(error instanceof CardError) || !error.payment) throw error;
    return { ...error.payment };
  }
}

async function latestEvent({ transport }: Connection): Promise<string | null> {
  const listener = { method: "GET", path: "/v1/listener" } as const;
  return (await transport.call<{ latest_event: string | null }>(listener)).latest_event;
}

async function waitFor(
  type: string,
  before: string | null,
  { transport }: Connection,
  { signal }: Context,
): Promise<Found> {
  const ends = performance.now() + LONGEST_WAIT_MS;
  const query = { type, limit: 1, ...(before ? { ending_before: before } : {}) };
  for (;;) {
    const { data } = await transport.call<{ data: Found[] }>({
      method: "GET",
      path: "/v1/events",
      query,
    });
    if (data[0]) return data[0];
    if (performance.now() > ends) {
      const need = NEEDS[type as EventType];
      throw new Failed(
        `The calls were made, but no ${type} came within ${LONGEST_WAIT_MS / 1_000} s.${need ? ` It needs ${need}.` : ""}`,
      );
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}
