import { PACKAGE_VERSION } from "../../core/version.ts";
import { NEWEST_VERSION } from "../../generated/versions.ts";
import { connectionOf } from "../client.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit.ts";
import { COMMON_OPTIONS, type Flags, has, parseFlags, refuseOthers } from "../flags.ts";
import type { ListenerBody } from "../listen/service.ts";
import type { Command } from "./command.ts";

interface Check {
  name: string;
  passed: boolean;
  /** What was found, and what to do if it did not pass. */
  found: string;
}

const OLDEST_NODE = 20;
/** Deliveries whose signature is older are refused. */
const CLOCK_TOLERANCE_S = 300;

export const DOCTOR: Command = {
  name: "doctor",
  summary: "Check key, service, clock and webhooks",
  usage: (name) => `Usage: ${name} doctor

Checks the platform, the key, that the service answers, the difference of clocks, the version, and the webhook endpoints. Exits
with 1 if a check fails.

${COMMON_OPTIONS}`,
  handles: () => true,
  async run(args, context) {
    const flags = parseFlags(args);
    refuseOthers(flags, []);
    const checks = [...platform(), ...(await serviceChecks(flags, context))];
    if (has(flags, "json")) context.say(JSON.stringify({ checks }, null, 2));
    else
      for (const { passed, name, found } of checks)
        context.say(`${passed ? "ok  " : "FAIL"}  ${name}: ${found}`);
    return checks.every(({ passed }) => passed) ? EXIT.ok : EXIT.refused;
  },
};

function platform(): Check[] {
  const major = Number(process.versions.node.split(".")[0]);
  return [
    { name: "Package", passed: true, found: `paydesk ${PACKAGE_VERSION}` },
    { name: "Node", passed: major >= OLDEST_NODE, found: process.versions.node },
  ];
}

async function serviceChecks(flags: Flags, context: Context): Promise<Check[]> {
  try {
    const { transport, url, mode } = await connectionOf(flags, context);
    const read = <T>(path: string) =>
      transport
        .call<T>({ method: "GET", path }, { maxRetries: 0, timeoutMs: 10_000 })
        .withResponse();
    const { data, response } = await read<ListenerBody>("/v1/listener");
    const endpoints = await read<{ data: Endpoint[] }>("/v1/webhook_endpoints?limit=100");
    return [
      { name: "Service", passed: true, found: `${url} answers (${response.requestId})` },
      { name: "Key", passed: true, found: `${data.account}, ${mode} mode` },
      clock(response.headers.get("date")),
      version(response.version),
      ...endpoints.data.data.map(endpoint),
    ];
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return [{ name: "Service", passed: false, found }];
  }
}

function clock(date: string | null): Check {
  const name = "Clock";
  if (date === null) return { name, passed: true, found: "the service told no time" };
  const seconds = Math.round((Date.now() - Date.parse(date)) / 1_000);
  const passed = Math.abs(seconds) < CLOCK_TOLERANCE_S;
  const advice = passed
    ? ""
    : "; signatures of deliveries will be refused, so set this machine's clock";
  return { name, passed, found: `differs by ${Math.abs(seconds)} s from the service${advice}` };
}

function version(found: string | null): Check {
  const behind =
    found !== null && found < NEWEST_VERSION ? `, the newest is ${NEWEST_VERSION}` : "";
  return { name: "Version", passed: true, found: `${found ?? "unknown"}${behind}` };
}

type Endpoint = { id: string; url: string; status: string };

const endpoint = ({ id, url, status }: Endpoint): Check => ({
  name: `Endpoint ${id}`,
  passed: status === "enabled",
  found: `${url} is ${status}`,
});
