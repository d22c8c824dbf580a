import { EVENT_TYPES, listEventLines } from "#lib/domain/events/index.ts";
import {
  ANSWER_CLASSES,
  DELIVERY_STATUSES,
  FAILURE_CAUSES,
  type FailureCause,
  listDeliveryLines,
} from "#lib/domain/webhooks/index.ts";
import { readChoices, readPeriod, readRealPeriod, readText } from "../list-params.ts";
import type { DashboardContext } from "../types.ts";
import { deliveryLineView } from "../views/deliveries.ts";
import { eventLineView } from "../views/events.ts";
import { createdCells, idCells } from "./cells.ts";
import { list } from "./list.ts";

export const TYPES = Object.keys(EVENT_TYPES);
const CAUSES = Object.keys(FAILURE_CAUSES) as FailureCause[];

function deliveryFilter(c: DashboardContext) {
  return {
    endpointId: readText(c, "endpoint"),
    types: readChoices(c, "type", TYPES),
    statuses: readChoices(c, "status", DELIVERY_STATUSES),
    answers: readChoices(c, "answer", ANSWER_CLASSES),
    causes: readChoices(c, "cause", CAUSES),
    created: readRealPeriod(c),
    happened: readPeriod(c, "happened"),
    standings: readChoices(c, "standing", DELIVERY_STATUSES),
    search: readText(c, "q"),
  };
}

export const deliveryList = list({
  name: "deliveries",
  filter: deliveryFilter,
  page: (c, wanted, page) => listDeliveryLines(c.get("ctx"), wanted, page),
  view: deliveryLineView,
  columns: {
    type: {
      id: (row) => row.id,
      event: (row) => row.eventId,
      type: (row) => row.eventType,
      object: (row) => row.objectId,
      replay_of: (row) => row.replayOf,
    },
    status: { status: (row) => row.status },
    endpoint: { endpoint: (row) => row.endpoint.id, url: (row) => row.endpoint.url },
    outcome: {
      response_status: (row) => row.responseStatus,
      failure_cause: (row) => row.failureCause,
    },
    attempts: { attempts: (row) => row.attemptCount, next_attempt_at: (row) => row.nextAttemptAt },
    created: { created_at: (row) => row.createdAt, finished_at: (row) => row.finishedAt },
  },
});

function eventFilter(c: DashboardContext) {
  return {
    types: readChoices(c, "type", TYPES),
    created: readPeriod(c),
    search: readText(c, "q"),
  };
}

export const eventList = list({
  name: "events",
  filter: eventFilter,
  page: (c, wanted, page) => listEventLines(c.get("ctx"), wanted, page),
  view: eventLineView,
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
