import type { FilterChoice, FilterDef } from "#components/filters/filters.ts";
import { urlParts } from "#components/format/delivery-labels.ts";
import { read } from "#lib/dashboard/client.ts";
import type { QueryOf } from "#lib/dashboard/internal-queries.ts";
import type { EndpointDetailView } from "#lib/dashboard/views/endpoints.ts";
import type { HistoryWindow } from "#lib/kernel/vocabulary/webhooks.ts";

/** Reads of the webhook screens, shared by screen and page. */
export const endpointsRead = (mode: string) => read("/:mode/endpoints", { mode });
export const endpointRead = (mode: string, id: string) =>
  read("/:mode/endpoints/:id", { mode, id });
export const endpointHistoryRead = (mode: string, id: string, window: string) =>
  read("/:mode/endpoints/:id/history", { mode, id }, { window });
/** The window of an endpoint's charts until another is chosen: one in which something was tried. */
export const firstWindow = ({ day }: Pick<EndpointDetailView, "day">): HistoryWindow =>
  day.tried === 0 ? "7d" : "24h";
/** The endpoint's own events in its version and another. */
export const endpointCompareRead = (mode: string, id: string, to: string) =>
  read("/:mode/endpoints/:id/compare", { mode, id }, { to });
export const deliveriesRead = (mode: string, filters: QueryOf<"GET /:mode/deliveries">) =>
  read("/:mode/deliveries", { mode }, filters);
export const completenessRead = (
  mode: string,
  { happened = "24h", type, endpoint }: Partial<Record<"happened" | "type" | "endpoint", string>>,
) =>
  read(
    "/:mode/deliveries/reconciliation",
    { mode },
    { happened, ...(type && { type }), ...(endpoint && { endpoint }) },
  );
export const deliveryRead = (mode: string, id: string) =>
  read("/:mode/deliveries/:id", { mode, id });
export const eventsRead = (mode: string, filters: QueryOf<"GET /:mode/events">) =>
  read("/:mode/events", { mode }, filters);
export const eventRead = (mode: string, id: string, version?: string) =>
  read("/:mode/events/:id", { mode, id }, version ? { version } : {});

export const replaysRead = (mode: string, page: QueryOf<"GET /:mode/replays">) =>
  read("/:mode/replays", { mode }, page);
export const replayRead = (mode: string, id: string) => read("/:mode/replays/:id", { mode, id });
/** Deliveries that a range would send. `endpoint`, `type` and `status` are comma-separated lists. */
export const replayPreviewRead = (mode: string, range: QueryOf<"GET /:mode/replays/preview">) =>
  read("/:mode/replays/preview", { mode }, range);

/** The filters with choices that only the server knows. */
export function withChoices<Key extends string>(
  defs: readonly FilterDef<Key>[],
  choices: Record<string, readonly FilterChoice[] | undefined>,
): FilterDef<Key>[] {
  return defs.map((def) =>
    def.kind === "choice" && choices[def.key] ? { ...def, choices: choices[def.key]! } : def,
  );
}

export function typeChoices(types: readonly string[] | undefined): FilterChoice[] | undefined {
  return types?.map((type) => ({ value: type, label: type }));
}

export function endpointChoices(
  endpoints: ReadonlyArray<{ id: string; url: string }> | undefined,
): FilterChoice[] | undefined {
  return endpoints?.map(({ id, url }) => {
    const { host, path } = urlParts(url);
    return { value: id, label: `${host}${path}` };
  });
}

/** Reads about webhooks and events in either mode, to be invalidated after a change. */
export function isAboutHooks({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return /^\/(test|live)\/(endpoints|deliveries|events|replays)(\/|$)/.test(String(queryKey[1]));
}
