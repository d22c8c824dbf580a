import { spawn } from "node:child_process";
import { connectionOf } from "../client.ts";
import { EXIT, UsageError } from "../exit.ts";
import { has, parseFlags, refuseOthers } from "../flags.ts";
import type { Command } from "./command.ts";

/** The screens of the dashboard by their paths. */
export const SCREENS = [
  "home",
  "payments",
  "refunds",
  "disputes",
  "customers",
  "subscriptions",
  "invoices",
  "plans",
  "settlements",
  "payouts",
  "balance",
  "webhooks",
  "webhooks/endpoints",
  "webhooks/deliveries",
  "events",
  "logs",
  "keys",
  "quick-start",
] as const;

/** The screens of objects, by the first letters of their identifiers. */
export const OBJECT_SCREENS: Readonly<Record<string, string>> = {
  pay: "payments",
  bp: "payments",
  re: "refunds",
  dp: "disputes",
  cus: "customers",
  sub: "subscriptions",
  in: "invoices",
  stl: "settlements",
  po: "payouts",
  evt: "events",
  we: "webhooks/endpoints",
  dlv: "webhooks/deliveries",
};

export const OPEN: Command = {
  name: "open",
  summary: "Open a screen of the dashboard",
  usage: (name) => `Usage: ${name} open [SCREEN | OBJECT]

Opens a screen of the dashboard, or that of an object (pay_…), in the browser and prints its address. With --json it only prints
it. Screens: ${SCREENS.join(", ")}, docs.`,
  handles: () => true,
  async run(args, context) {
    const flags = parseFlags(args);
    refuseOthers(flags, []);
    const [screen = "home"] = flags.words;
    const { url, mode } = await connectionOf(flags, context);
    const path = screen === "docs" ? "docs" : `${mode}/${pathOf(screen)}`;
    const address = `${url}/${path}`;
    const json = has(flags, "json");
    context.say(json ? JSON.stringify({ url: address }) : address);
    if (!json) openInBrowser(address);
    return EXIT.ok;
  },
};

function pathOf(screen: string): string {
  if ((SCREENS as readonly string[]).includes(screen)) return screen;
  const [, prefix = ""] = /^([a-z]+)_\w+$/.exec(screen) ?? [];
  const place = OBJECT_SCREENS[prefix];
  if (place) return `${place}/${screen}`;
  throw new UsageError(`"${screen}" is not a screen. Screens are ${SCREENS.join(", ")} and docs.`);
}

/** Opens an address with the program of the system. Does nothing where there is none, as in containers. */
export function openInBrowser(address: string): void {
  const [command, ...words] =
    process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler"]
        : ["xdg-open"];
  const child = spawn(command, [...words, address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
