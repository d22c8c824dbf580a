import type { FilterChoice, FilterDef, FilterValues } from "#components/filters/filters.ts";
import { statusWord } from "#components/ui/status-words.ts";
import {
  type DeliveryListView,
  type DeliveryView,
  type EndpointDetailView,
  type EndpointsView,
  type EventListView,
  type EventView,
  read,
} from "#lib/dashboard/client.ts";
import { CAUSE_CHOICES, urlParts } from "./delivery-words.ts";

/** What the webhook screens read, as their pages do ahead of them. */
export const endpointsRead = (mode: string) => read<EndpointsView>(`/${mode}/endpoints`);
export const endpointRead = (mode: string, id: string) =>
  read<EndpointDetailView>(`/${mode}/endpoints/${id}`);
export const deliveriesRead = (mode: string, filters: FilterValues) =>
  read<DeliveryListView>(`/${mode}/deliveries`, filters);
export const deliveryRead = (mode: string, id: string) =>
  read<DeliveryView>(`/${mode}/deliveries/${id}`);
export const eventsRead = (mode: string, filters: FilterValues) =>
  read<EventListView>(`/${mode}/events`, filters);
export const eventRead = (mode: string, id: string, version?: string) =>
  read<EventView>(`/${mode}/events/${id}`, version ? { version } : {});

const DELIVERY_STATUSES = ["pending", "retrying", "delivered", "failed", "held", "canceled"];

/** The choices of `endpoint` and `type` come with the rows. */
export const DELIVERY_FILTERS: readonly FilterDef[] = [
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: DELIVERY_STATUSES.map((value) => ({ value, label: statusWord(value).toLowerCase() })),
  },
  { key: "endpoint", label: "Endpoint", kind: "choice", choices: [] },
  { key: "type", label: "Event", kind: "choice", many: true, choices: [] },
  {
    key: "answer",
    label: "Last answer",
    kind: "choice",
    many: true,
    choices: [
      { value: "2xx", label: "2xx, success" },
      { value: "3xx", label: "3xx, a redirect" },
      { value: "4xx", label: "4xx, refused" },
      { value: "5xx", label: "5xx, an error of theirs" },
      { value: "none", label: "no answer at all" },
    ],
  },
  {
    key: "cause",
    label: "Failure",
    kind: "choice",
    many: true,
    choices: CAUSE_CHOICES.map(([value, label]) => ({ value, label: label.toLowerCase() })),
  },
  { key: "created", label: "Made", kind: "period", minutes: true },
  { key: "q", label: "Id", kind: "text", placeholder: "evt_…, pay_…, cus_…, dlv_…", mono: true },
];

export const EVENT_FILTERS: readonly FilterDef[] = [
  { key: "type", label: "Type", kind: "choice", many: true, choices: [] },
  { key: "created", label: "Happened", kind: "period" },
  { key: "q", label: "Id", kind: "text", placeholder: "evt_…, pay_…, re_…, cus_…", mono: true },
];

/** The same filters with the choices that only the server knows. */
export function withChoices(
  defs: readonly FilterDef[],
  choices: Record<string, readonly FilterChoice[] | undefined>,
): FilterDef[] {
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

/** Everything about webhooks and events, of whichever mode: what a change may have touched. */
export function isAboutHooks({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return /^\/(test|live)\/(endpoints|deliveries|events)(\/|$)/.test(String(queryKey[1]));
}
