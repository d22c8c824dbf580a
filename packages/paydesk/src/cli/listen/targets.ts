import { Failed } from "../exit.ts";
import { type ListenOptions, wants } from "./options.ts";
import type { EndpointBody, Service } from "./service.ts";

/** An address that receives events. */
export interface Target {
  url: string;
  events: readonly string[];
  /** The endpoint whose path it is; null: the one address for everything. */
  endpoint: string | null;
}

/** Where events go: to one address, or with `--load` to the paths of the account's enabled endpoints. Throws `Failed` if the
 * account has none. */
export async function targetsOf(
  { forwardTo, load, mode }: Pick<ListenOptions, "forwardTo" | "load" | "mode">,
  service: Pick<Service, "endpoints">,
): Promise<Target[]> {
  if (load === null) return [{ url: forwardTo ?? "", events: [], endpoint: null }];
  const endpoints = (await service.endpoints()).filter(({ status }) => status === "enabled");
  if (endpoints.length === 0) {
    throw new Failed(`The account has no enabled webhook endpoint in ${mode} mode.`);
  }
  return endpoints.map((endpoint) => targetOf(endpoint, load));
}

function targetOf({ id, url, events }: EndpointBody, base: string): Target {
  const { origin, pathname } = new URL(base);
  const own = new URL(url);
  const path = `${pathname.replace(/\/$/, "")}${own.pathname}${own.search}`;
  return { url: origin + path, events: events.includes("*") ? [] : events, endpoint: id };
}

/** The targets that receive an event; of a replay, those of the endpoints that it was made for. */
export function targetsFor(
  targets: readonly Target[],
  type: string,
  replayedTo: ReadonlySet<string> | null = null,
): Target[] {
  return targets.filter(({ endpoint, events }) =>
    endpoint !== null && replayedTo !== null ? replayedTo.has(endpoint) : wants(events, type),
  );
}
