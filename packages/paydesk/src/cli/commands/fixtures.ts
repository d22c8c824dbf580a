import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { connectionOf } from "../client.ts";
import type { Context } from "../context.ts";
import { EXIT, Failed, UsageError } from "../exit.ts";
import { COMMON_OPTIONS, type Flags, optionOf, parseFlags, refuseOthers } from "../flags.ts";
import { forward } from "../listen/forward.ts";
import { address } from "../listen/options.ts";
import type { EventBody, ListenerBody } from "../listen/service.ts";
import type { Command } from "./command.ts";
import { putOverride, readOverride } from "./overrides.ts";

export const FIXTURES: Command = {
  name: "fixtures",
  summary: "record an event that happened, and run it against a local address as often as needed",
  usage: (name) => `Usage: ${name} fixtures record EVENT FILE
       ${name} fixtures run FILE --forward-to URL [--signing-secret whsec_…] [--override data.amount=5000]…

record writes an event (evt_…) to a file of JSON, to keep it with the tests of a receiver. run posts the event of such a file to an
address, as a delivery with a new id, time and signature. With --signing-secret it needs neither a key nor the service. It exits
with 1 unless the receiver answers with 2xx.

  --forward-to URL      address that receives the event
  --signing-secret S    the secret that the receiver knows (default: that of \`${name} listen\`)
  --override PATH=V     changes a field of the event
${COMMON_OPTIONS}`,
  handles: () => true,
  async run([verb, ...args], context) {
    const flags = parseFlags(args);
    if (verb === "record") return record(flags, context);
    if (verb === "run") return replay(flags, context);
    throw new UsageError(`Usage: ${context.name} fixtures record EVENT FILE | run FILE`);
  },
};

async function record(flags: Flags, context: Context): Promise<number> {
  refuseOthers(flags, []);
  const [id, file, ...more] = flags.words;
  if (!id || !file || more.length > 0) {
    throw new UsageError(`Usage: ${context.name} fixtures record EVENT FILE`);
  }
  const { transport } = await connectionOf(flags, context);
  const path = `/v1/events/${encodeURIComponent(id)}`;
  const event = await transport.call<EventBody>({ method: "GET", path });
  writeFileSync(file, `${JSON.stringify(event, null, 2)}\n`);
  context.say(`${event.type} of ${event.created} is in ${file}.`);
  return EXIT.ok;
}

async function replay(flags: Flags, context: Context): Promise<number> {
  refuseOthers(flags, ["forward-to", "signing-secret", "override"]);
  const [file, ...more] = flags.words;
  if (!file || more.length > 0) throw new UsageError(`Usage: ${context.name} fixtures run FILE`);
  const url = address(optionOf(flags, "forward-to"), "--forward-to");
  const event = eventIn(file);
  for (const [name, text] of flags.options) {
    if (name === "override") putOverride(event, readOverride(String(text)));
  }
  const secret = optionOf(flags, "signing-secret") ?? (await ownSecret(flags, context));
  const { outcome, ms, delivered } = await forward(event, {
    url,
    secret,
    signal: context.signal,
    onWaiting: (why) => context.warn(`${url} cannot be reached (${why}); retrying …`),
  });
  context.say(`${outcome}  ${ms} ms  ${event.type}  ${event.id}`);
  return delivered ? EXIT.ok : EXIT.refused;
}

/** The event of a file as one that happens now: receivers skip an id that they have seen. */
function eventIn(file: string): EventBody & Record<string, unknown> {
  let kept: EventBody;
  try {
    kept = JSON.parse(readFileSync(file, "utf8")) as EventBody;
  } catch (error) {
    throw new Failed(
      `${file} cannot be read: ${error instanceof Error ? error.message : error}`,
      EXIT.usage,
    );
  }
  if (typeof kept?.type !== "string" || typeof kept.data !== "object") {
    throw new Failed(`${file} is not an event that \`fixtures record\` wrote.`, EXIT.usage);
  }
  const id = `evt_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
  return { ...kept, id, created: `${new Date().toISOString().slice(0, 19)}Z` };
}

async function ownSecret(flags: Flags, context: Context): Promise<string> {
  const { transport } = await connectionOf(flags, context);
  const listener = { method: "GET", path: "/v1/listener" } as const;
  return (await transport.call<ListenerBody>(listener)).secret;
}
