import { EXIT, Failed } from "../exit.ts";
import { listen } from "../listen/listen.ts";
import { parseOptions, usageOf } from "../listen/options.ts";
import { Refused } from "../listen/service.ts";
import { readLogin } from "../stored-login.ts";
import type { Command } from "./command.ts";

export const LISTEN: Command = {
  name: "listen",
  summary: "Forward events to a local address",
  usage: (name) => usageOf(`${name} listen`, "PAYDESK_URL"),
  handles: () => true,
  async run(args, context) {
    const stored = await readLogin(context);
    const options = parseOptions(args, {
      key: context.env.PAYDESK_SECRET_KEY ?? stored?.key ?? null,
      url: context.env.PAYDESK_URL ?? stored?.url ?? null,
    });
    try {
      await listen(options, context);
      return EXIT.ok;
    } catch (error) {
      if (context.signal.aborted) context.say("Stopped.");
      else if (error instanceof Refused) throw refusal(error);
      else throw error;
      return EXIT.ok;
    }
  },
};

/** The failure of a command for a refusal of the service. */
export const refusal = ({ message, status }: Refused) =>
  new Failed(`The service refused: ${message}`, status === 401 ? EXIT.key : EXIT.refused);
