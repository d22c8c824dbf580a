import { ENDPOINTS } from "#lib/api/endpoints.ts";
import { addressOf, INTERNAL_ROUTES, type World } from "#test/internal-routes/index.ts";
import type { Cast } from "../fuzz/cast.ts";
import type { Dice } from "../fuzz/dice.ts";
import { OPERATIONS, type Operation } from "../fuzz/operations.ts";
import { PREFIXES, validBody, validPath, validQuery } from "../fuzz/valid.ts";
import {
  bodyPlace,
  commonBodyPlaces,
  commonPlaces,
  type Place,
  percent,
  type Sent,
  type Target,
} from "./places.ts";
import { leavesOf, placesIn } from "./text-places.ts";

/** Every registered route of `/v1`. */
export function apiTargets(cast: Cast, dice: Dice): Target[] {
  const byName = new Map(OPERATIONS.map((operation) => [operation.id, operation]));
  return ENDPOINTS.map(({ route }) => {
    const operation = byName.get(route.name);
    if (!operation) throw new Error(`${route.name} is not in openapi.json: run npm run openapi`);
    return { name: route.name, api: true, places: apiPlaces(operation, cast, dice) };
  });
}

function apiPlaces(operation: Operation, cast: Cast, dice: Dice): Place[] {
  const source = { dice, cast, side: "ours" as const };
  const { method, path } = operation;
  const base = (): Sent => ({
    method,
    path: validPath(operation, source),
    ...(operation.body ? { body: validBody(operation, source) } : {}),
  });
  const places = commonPlaces(base);
  if (path.includes("{")) {
    places.push({
      name: "an identifier of the path",
      plant: (text) => ({ ...base(), path: path.replace(/\{\w+\}/, percent(text)) }),
    });
    places.push({
      name: "an identifier with its prefix",
      plant: (text) => ({ ...base(), path: prefixed(path, text) }),
    });
  }
  for (const { name, in: within } of operation.parameters) {
    if (within !== "query") continue;
    const others = () => {
      const query = Object.entries(validQuery(operation, source)).filter(([one]) => one !== name);
      return query
        .filter(([, value]) => typeof value !== "object")
        .map(([one, value]) => `${one}=${percent(String(value))}`);
    };
    places.push({
      name: `query ${name}`,
      plant: (text) => ({ ...base(), query: [...others(), `${name}=${percent(text)}`].join("&") }),
    });
  }
  if (!operation.body) return places;
  const withBody = base as () => Sent & { body: object };
  places.push(...commonBodyPlaces(withBody));
  for (const place of placesIn(operation.body))
    places.push(bodyPlace(withBody, place, operation.id));
  return places;
}

/** `pay_` and the number, in the shape of an id. */
function prefixed(path: string, text: string): string {
  const noun = path.split("/")[2] ?? "";
  return path.replace(/\{\w+\}/, `${PREFIXES[noun] ?? "pay"}_${percent(text)}`);
}

/** Sends one valid request per route; the plantings use copies of it. */
export async function internalTargets(world: World): Promise<Target[]> {
  const targets: Target[] = [];
  for (const [route, { valid }] of INTERNAL_ROUTES) {
    // Signing out would end the session of all further requests.
    if (route === "DELETE /session") continue;
    const request = (await valid?.(world)) ?? {};
    const [method, whole] = addressOf(route, request);
    const [path = "", query] = whole.split("?");
    const body = method === "GET" ? undefined : (request.body ?? {});
    const base = (): Sent => ({
      method,
      path,
      ...(query ? { query } : {}),
      ...(body ? { body } : {}),
    });
    const places = commonPlaces(base);
    if (route.includes(":id")) {
      places.push({
        name: "an identifier of the path",
        plant: (text) => ({ ...base(), path: addressOf(route, { id: percent(text) })[1] }),
      });
    }
    for (const name of new URLSearchParams(
      `${query ?? ""}&q=&search=&version=&from=&status=`,
    ).keys()) {
      places.push({
        name: `query ${name}`,
        plant: (text) => ({ ...base(), query: `${name}=${percent(text)}` }),
      });
    }
    if (body) {
      const withBody = base as () => Sent & { body: object };
      places.push(...commonBodyPlaces(withBody));
      for (const place of leavesOf(body)) places.push(bodyPlace(withBody, place, route));
    }
    targets.push({ name: route, api: false, places });
  }
  return targets;
}
