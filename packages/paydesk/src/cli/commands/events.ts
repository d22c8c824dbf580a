import { connectionOf } from "../client.ts";
import { EXIT, UsageError } from "../exit.ts";
import { COMMON_OPTIONS, has, optionOf, parseFlags, refuseOthers } from "../flags.ts";
import { table } from "../output.ts";
import type { Command } from "./command.ts";

/** `events resend` is `events replay` by the name that people look for; the other commands of events are calls. */
export const EVENTS: Command = {
  name: "events",
  summary: "resend EVENT: send an event to its endpoints again; also the calls of events",
  usage: (name) => `Usage: ${name} events resend EVENT [--endpoint ENDPOINT]

Creates a new delivery of an event (evt_…) for every endpoint that received it or subscribes to it, or for one. Without an
endpoint: ${name} listen --forward-to URL --resend EVENT.

  --endpoint ENDPOINT send it to this endpoint only
${COMMON_OPTIONS}

Calls of the API: ${name} events list | retrieve | replay, each with --help.`,
  handles: ([verb]) => verb === "resend",
  async run(args, context) {
    const flags = parseFlags(args.slice(1));
    refuseOthers(flags, ["endpoint"]);
    const [event, ...more] = flags.words;
    if (!event || more.length > 0)
      throw new UsageError(`Usage: ${context.name} events resend EVENT`);
    const { transport } = await connectionOf(flags, context);
    const endpoint = optionOf(flags, "endpoint");
    const body = endpoint === null ? {} : { endpoint };
    const path = `/v1/events/${encodeURIComponent(event)}/replay`;
    const made = await transport.call<{ data: object[] }>({ method: "POST", path, body });
    context.say(has(flags, "json") ? JSON.stringify(made, null, 2) : table(made.data));
    return EXIT.ok;
  },
};
