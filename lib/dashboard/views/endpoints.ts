import { EVENT_TYPES } from "#lib/domain/events/index.ts";
import {
  DISABLE_AFTER_MS,
  type Endpoint,
  type EndpointDetail,
  fixFor,
  type Health,
  type HistorySlot,
} from "#lib/domain/webhooks/index.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import type { ActionsView } from "./actions.ts";
import type { RequestMarkerView } from "./markers.ts";
import { iso } from "./shared.ts";

/** An endpoint without its secret. */
export function endpointView(endpoint: Endpoint) {
  const { failingSince } = endpoint;
  // The row keeps the previous secret until the next rotation.
  const overlaps = (endpoint.previousSecretExpiresAt?.getTime() ?? 0) > nowMs();
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    version: endpoint.version,
    description: endpoint.description,
    status: endpoint.status,
    disabledReason: endpoint.disabledReason,
    disabledAt: iso(endpoint.disabledAt),
    failingSince: iso(failingSince),
    /** When it is disabled unless a delivery succeeds before. */
    disablesAt: failingSince && dateFromMs(failingSince.getTime() + DISABLE_AFTER_MS).toISOString(),
    secretHint: endpoint.secretHint,
    /** The last characters of the previous secret while it still signs; null without an overlap. */
    previousSecretHint: overlaps ? endpoint.previousSecretHint : null,
    /** The hours of failing that the owners were last warned of; 0: none. */
    warnedHours: endpoint.warnedHours,
    previousSecretExpiresAt: overlaps ? iso(endpoint.previousSecretExpiresAt) : null,
    /** Its own headers, each with the end of its value. */
    headers: endpoint.headerHints,
    createdAt: endpoint.createdAt.toISOString(),
  };
}

export type EndpointView = ReturnType<typeof endpointView>;

/** Results of a period. Deliveries without an attempt are not in `tried`. */
export function healthView({ tally, slots }: Health) {
  const { delivered, failed, retrying, pending, held, canceled, attempts } = tally;
  const tried = delivered + failed + retrying;
  return {
    deliveries: tried + pending + held + canceled,
    tried,
    delivered,
    failed,
    retrying,
    pending,
    held,
    attempts,
    /** Per mille, rounded down: 100 % only if every delivery succeeded. */
    rate: tried === 0 ? null : Math.floor((delivered * 1_000) / tried),
    slots: slots.map((slot) => ({ ...slot, from: slot.from.toISOString() })),
  };
}

export type HealthView = ReturnType<typeof healthView>;

/** An endpoint with its last 24 hours. */
export const endpointListItemView = ({ endpoint, day }: { endpoint: Endpoint; day: Health }) => ({
  ...endpointView(endpoint),
  day: healthView(day),
});

/** `GET /internal/:mode/endpoints/:id/history` */
export function historyView(slots: readonly HistorySlot[]) {
  return {
    slots: slots.map((slot) => ({
      ...slot,
      from: slot.from.toISOString(),
      to: slot.to.toISOString(),
    })),
  };
}

export type EndpointHistoryView = ReturnType<typeof historyView> & { markers: RequestMarkerView[] };

/** The choices for a new or changed endpoint. */
export function offerView(pin: string) {
  return { types: Object.keys(EVENT_TYPES), versions: [...RELEASED_VERSIONS].reverse(), pin };
}

export type EndpointOfferView = ReturnType<typeof offerView>;

/** `GET /internal/:mode/endpoints` */
export type EndpointsView = {
  endpoints: Array<ReturnType<typeof endpointListItemView>>;
  offer: EndpointOfferView;
  most: number;
};

/** `GET /internal/:mode/endpoints/:id` */
export function endpointDetailView(
  detail: EndpointDetail,
  pin: string,
  actions: ActionsView<"endpoint">,
) {
  const { failure } = detail;
  return {
    ...endpointView(detail.endpoint),
    allowedActions: actions,
    day: healthView(detail.day),
    week: healthView(detail.week),
    waiting: { ...detail.waiting, heldUntil: iso(detail.waiting.heldUntil) },
    responseTimes: detail.responseTimes,
    now: { ...detail.now, waitingSince: iso(detail.now.waitingSince) },
    certificate: detail.certificate,
    failure: failure && { ...failure, fix: fixFor(failure.cause) },
    offer: offerView(pin),
  };
}

export type EndpointDetailView = ReturnType<typeof endpointDetailView>;

/** `POST …/endpoints/:id` */
export type EndpointChangedView = { endpoint: EndpointView; note: string | null };

/** `POST …/endpoints/:id/probe`: the result of a TLS handshake. */
export type EndpointProbeView = { reachable: boolean; refused: boolean; message: string | null };

/** `POST …/endpoints` and `POST …/rotate`: the only responses with a signing secret. */
export type EndpointSecretView = { endpoint: EndpointView; secret: string; note: string | null };

/** `POST …/endpoints/:id/test`: the event and the delivery to open. */
export type TestEventView = {
  eventId: string;
  eventType: string;
  /** The delivery to this endpoint, else the first one; null without a subscriber. */
  deliveryId: string | null;
  deliveries: number;
};
