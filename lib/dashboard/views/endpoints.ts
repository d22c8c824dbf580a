import { EVENT_TYPES } from "#lib/domain/events/index.ts";
import {
  DISABLE_AFTER_MS,
  type Endpoint,
  type EndpointDetail,
  fixFor,
  type Health,
  type HistorySlot,
} from "#lib/domain/webhooks/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import { iso } from "./shared.ts";

/** A receiver as a screen may see it: never its secret, only what tells it from others. */
export function endpointView(endpoint: Endpoint) {
  const { failingSince } = endpoint;
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    version: endpoint.version,
    description: endpoint.description,
    status: endpoint.status,
    disabledReason: endpoint.disabledReason,
    failingSince: iso(failingSince),
    /** When it is disabled if nothing succeeds until then. */
    disablesAt: failingSince && dateFromMs(failingSince.getTime() + DISABLE_AFTER_MS).toISOString(),
    secretHint: endpoint.secretHint,
    /** What tells the secret that still signs beside the present one; null without an overlap. */
    previousSecretHint: endpoint.previousSecretHint,
    /** Of how many hours of failing the owners were told; 0: of none yet. */
    warnedHours: endpoint.warnedHours,
    previousSecretExpiresAt: iso(endpoint.previousSecretExpiresAt),
    createdAt: endpoint.createdAt.toISOString(),
  };
}

export type EndpointView = ReturnType<typeof endpointView>;

/** How a stretch of time went. Deliveries that still wait for a first attempt count neither way. */
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
    /** Per mille, rounded down: 100 % is said only when every one arrived. */
    rate: tried === 0 ? null : Math.floor((delivered * 1_000) / tried),
    slots: slots.map((slot) => ({ ...slot, from: slot.from.toISOString() })),
  };
}

export type HealthView = ReturnType<typeof healthView>;

/** A receiver as a line of a list: with how its last 24 hours went. */
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

export type EndpointHistoryView = ReturnType<typeof historyView>;

/** What can be chosen when an endpoint is registered or changed. */
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
export function endpointDetailView(detail: EndpointDetail, pin: string) {
  const { failure } = detail;
  return {
    ...endpointView(detail.endpoint),
    day: healthView(detail.day),
    week: healthView(detail.week),
    waiting: detail.waiting,
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

/** `POST …/endpoints/:id/probe`: what a TLS handshake with it came to. */
export type EndpointProbeView = { reachable: boolean; refused: boolean; message: string | null };

/** `POST …/endpoints` and `POST …/rotate`: the only answers that ever hold a signing secret. */
export type EndpointSecretView = { endpoint: EndpointView; secret: string; note: string | null };

/** `POST …/endpoints/:id/test`: what was sent, and the delivery to look at. */
export type TestEventView = {
  eventId: string;
  eventType: string;
  /** To the endpoint itself, or else to the first; null when nobody subscribes. */
  deliveryId: string | null;
  deliveries: number;
};
