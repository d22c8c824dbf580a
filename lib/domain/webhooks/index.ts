export {
  browseDeliveries,
  type DeliveryDetail,
  deliveryDetail,
  latestDeliveries,
  reconcileDeliveries,
} from "./browse/browse-deliveries.ts";
export {
  browseEndpoints,
  type EndpointDetail,
  endpointDetail,
  endpointHistory,
  type Health,
  type HistorySlot,
  type LatestEvents,
  latestEventsTo,
} from "./browse/browse-endpoints.ts";
export { listItems as listDeliveryItems } from "./browse/deliveries-store.ts";
export {
  findDeliveries,
  getDeliveryWithAttempts,
  type ListDeliveriesRequest,
  listDeliveries,
  oldestDeliveryId,
} from "./deliveries/list-deliveries.ts";
export {
  MOST_REPLAYED,
  type ReplayOutcome,
  type ReplayRefusal,
  replayDeliveries,
  replayDelivery,
  replayDeliveryIn,
  replayEvent,
  replayEventIn,
} from "./deliveries/replay.ts";
export { makeDueNow as makeDeliveriesDueNowIn } from "./deliveries/store.ts";
export {
  type ClaimedDelivery,
  claimDueDeliveries,
  type LeasedDeliveries,
  leaseDueDeliveries,
  prepareDeliveries,
} from "./dispatch/claim-due-deliveries.ts";
export { newQueuePlace, type QueuePlace } from "./dispatch/claim-store.ts";
export {
  DISABLE_AFTER_MS,
  disableFailingEndpoints,
  warnOfFailingEndpoints,
} from "./dispatch/failing-endpoints.ts";
export { attemptsOf, ladderOf, RETRY_LADDERS } from "./dispatch/retry-ladder.ts";
export { type AttemptRecord, recordAttempts, sendDelivery } from "./dispatch/send-delivery.ts";
export {
  checkChanges,
  deleteEndpoint,
  deleteEndpointIn,
  type EndpointChanges,
  endOverlap,
  endOverlapIn,
  rotateSecret,
  rotateSecretIn,
  updateEndpoint,
  updateEndpointIn,
} from "./endpoints/change-endpoint.ts";
export { type CheckedUrl, checkReceiver, probeReceiver } from "./endpoints/check-receiver.ts";
export {
  checkEndpointRequest,
  createEndpoint,
  createEndpointIn,
  type EndpointRequest,
  type EndpointWithSecret,
  isSubscription,
  MAX_ENDPOINTS,
} from "./endpoints/create-endpoint.ts";
export {
  findEndpoints,
  getEndpoint,
  type ListEndpointsRequest,
  listEndpoints,
} from "./endpoints/get-endpoint.ts";
export { getListener, type Listener } from "./endpoints/secrets.ts";
export {
  emitTestEvent,
  emitTestEventIn,
  sendTestEvent,
  type TestEventRequest,
  testEndpointIn,
} from "./endpoints/send-test-event.ts";
export { FAILURE_CAUSES, type FailureCause, fixFor } from "./outbound/failures.ts";
export { createPoster, DEADLINE_MS, type Post } from "./outbound/post.ts";
export type {
  Attempt,
  Delivery,
  DeliveryFilter,
  DeliveryListItem,
  Endpoint,
  ReconcileRequest,
  Reconciliation,
  RenderEventBody,
  Slot,
  Tally,
} from "./types.ts";
