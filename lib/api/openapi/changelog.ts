import type { Route } from "#lib/wire/contract/route.ts";
import { WIRE_SERIALIZERS } from "#lib/wire/objects.ts";
import type { BehaviourChange, VersionChange } from "#lib/wire/versions/index.ts";

/** A changelog entry, built from the module that serves the older shape. */
export function changelogEntry(change: VersionChange | BehaviourChange, routes: readonly Route[]) {
  const { date, title, description, affects } = change;
  const fields = "fields" in change ? change.fields : [];
  const shown = fields.map(({ before, after }) => ({ before, after }));
  // Leaves out kinds of object that no route returns yet.
  const known = new Set(routes.flatMap(objectsIn));
  const objects = affects.objects.filter((kind) => known.has(kind));
  const names = (wanted: (route: Route) => boolean) =>
    routes.filter(wanted).map(({ name }) => name);
  const touches = {
    requests: names((route) => affects.requests.includes(route.name)),
    responses: names((route) => objectsIn(route).some((kind) => affects.objects.includes(kind))),
  };
  return { date, title, description, affects: { ...affects, objects }, fields: shown, touches };
}

/** The kinds of object that a call can return; an event carries those that have events. */
function objectsIn({ returns, response }: Route): string[] {
  const shape = (response.schema as { shape?: { object?: { value?: unknown } } }).shape;
  const outer = shape?.object?.value;
  const kinds = [outer, returns].filter((kind): kind is string => typeof kind === "string");
  return kinds.includes("event") ? [...kinds, ...Object.keys(WIRE_SERIALIZERS)] : kinds;
}
