import { EVENT_TYPES, listEventItems } from "#lib/domain/events/index.ts";
import { listReplayItems, type Replay } from "#lib/domain/replays/index.ts";
import {
  browseEndpoints,
  FAILURE_CAUSES,
  type FailureCause,
  findEndpoints,
  listDeliveryItems,
} from "#lib/domain/webhooks/index.ts";
import type { KeysetPage } from "#lib/kernel/page.ts";
import { OPTIONAL_COLUMNS } from "#lib/kernel/vocabulary/lists.ts";
import { ANSWER_CLASSES } from "#lib/kernel/vocabulary/responses.ts";
import { DELIVERY_STATUSES } from "#lib/kernel/vocabulary/webhooks.ts";
import { readChoices, readPeriod, readRealPeriod, readText } from "../list-params.ts";
import type { ListContext } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import { endpointListItemView } from "../views/endpoints.ts";
import {
  deliveryListItemView,
  type Endpoints,
  eventListItemView,
  replayListItemView,
} from "../views/webhooks.ts";

import { createdCells, idCells, list, major, noFilter, onePage, statusCells } from "./list.ts";

export const TYPES = Object.keys(EVENT_TYPES);
const CAUSES = Object.keys(FAILURE_CAUSES) as FailureCause[];

function deliveryFilter(c: ListContext<"/:mode/deliveries">) {
  return {
    endpointId: readText(c, "endpoint"),
    types: readChoices(c, "type", TYPES),
    statuses: readChoices(c, "status", DELIVERY_STATUSES),
    answers: readChoices(c, "answer", ANSWER_CLASSES),
    causes: readChoices(c, "cause", CAUSES),
    created: readRealPeriod(c, "created"),
    happened: readPeriod(c, "happened"),
    bestStatuses: readChoices(c, "standing", DELIVERY_STATUSES),
    search: readText(c, "q"),
  };
}

export const deliveryList = list({
  name: "deliveries",
  filter: deliveryFilter,
  page: (c, wanted, page) => listDeliveryItems(c.get("ctx"), wanted, page),
  view: deliveryListItemView,
  optional: OPTIONAL_COLUMNS.deliveries,
  columns: {
    type: {
      id: (row) => row.id,
      event: (row) => row.eventId,
      type: (row) => row.eventType,
      replay_of: (row) => row.replayOf,
    },
    object: {
      object: (row) => row.objectId,
      amount: (row) => row.money && major(row.money.amount, row.money.currency),
      currency: (row) => row.money?.currency ?? null,
    },
    status: { status: (row) => row.status },
    endpoint: { endpoint: (row) => row.endpoint.id, url: (row) => row.endpoint.url },
    outcome: {
      response_status: (row) => row.responseStatus,
      failure_cause: (row) => row.failureCause,
    },
    attempts: { attempts: (row) => row.attemptCount, next_attempt_at: (row) => row.nextAttemptAt },
    created: { created_at: (row) => row.createdAt, finished_at: (row) => row.finishedAt },
    id: idCells,
    event: { event: (row) => row.eventId },
    answer: { response_status: (row) => row.responseStatus },
    next: { next_attempt_at: (row) => row.nextAttemptAt },
    replayOf: { replay_of: (row) => row.replayOf },
    finished: { finished_at: (row) => row.finishedAt },
  },
});

function eventFilter(c: ListContext<"/:mode/events">) {
  return {
    types: readChoices(c, "type", TYPES),
    created: readPeriod(c, "created"),
    search: readText(c, "q"),
  };
}

export const eventList = list({
  name: "events",
  filter: eventFilter,
  page: (c, wanted, page) => listEventItems(c.get("ctx"), wanted, page),
  view: eventListItemView,
  columns: {
    type: { type: (row) => row.type },
    deliveries: {
      delivered: (row) => row.deliveries.delivered ?? 0,
      pending: (row) => row.deliveries.pending ?? 0,
      failed: (row) => row.deliveries.failed ?? 0,
    },
    object: { object: (row) => row.objectId },
    id: idCells,
    created: createdCells,
  },
});

export const endpointList = list({
  name: "endpoints",
  filter: noFilter,
  page: async (c) => onePage(await browseEndpoints(c.get("ctx"))),
  view: endpointListItemView,
  columns: {
    url: { ...idCells, url: (row) => row.url, description: (row) => row.description },
    status: {
      ...statusCells,
      disabled_reason: (row) => row.disabledReason,
      disabled_at: (row) => row.disabledAt,
    },
    failing: { failing_since: (row) => row.failingSince, disables_at: (row) => row.disablesAt },
    events: { events: (row) => row.events.join(" ") },
    version: { version: (row) => row.version },
    rate: {
      tried_24h: (row) => row.day.tried,
      delivered_24h: (row) => row.day.delivered,
      retrying_24h: (row) => row.day.retrying,
      failed_24h: (row) => row.day.failed,
    },
    created: createdCells,
  },
});

/** The replays of a page with the endpoints that their rows name. */
async function replayPage(c: DashboardContext, page: KeysetPage) {
  const ctx = c.get("ctx");
  const { rows, ...slice } = await listReplayItems(ctx, page);
  const endpoints = await findEndpoints(ctx, [...new Set(rows.flatMap((row) => row.endpoints))]);
  return { ...slice, rows: rows.map((replay) => ({ id: replay.id, replay, endpoints })) };
}

export const replayList = list({
  name: "replays",
  filter: noFilter,
  page: (c, _, page) => replayPage(c, page),
  view: (row: { replay: Replay; endpoints: Endpoints }) =>
    replayListItemView(row.replay, row.endpoints),
  columns: {
    window: { ...idCells, from: (row) => row.from, to: (row) => row.to },
    status: { ...statusCells, reason: (row) => row.reason },
    endpoints: {
      endpoints: (row) => row.endpoints.map(({ id }) => id).join(" "),
      urls: (row) => row.endpoints.map(({ url }) => url).join(" "),
    },
    selection: {
      statuses: (row) => row.statuses.join(" "),
      types: (row) => row.types.join(" "),
    },
    progress: {
      total: (row) => row.total,
      delivered: (row) => row.delivered,
      failed: (row) => row.failed,
      skipped: (row) => row.skipped,
    },
    created: {
      ...createdCells,
      started_at: (row) => row.startedAt,
      finished_at: (row) => row.finishedAt,
    },
  },
});
