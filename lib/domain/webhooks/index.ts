export {
  browseDeliveries,
  type DeliveryDetail,
  deliveryDetail,
  latestDeliveries,
} from "./browse/browse-deliveries.ts";
export { listItems as listDeliveryItems } from "./browse/deliveries-store.ts";
export {
  browseEndpoints,
  type EndpointDetail,
  endpointDetail,
  type Health,
} from "./browse/endpoint-health.ts";
export {
  endpointHistory,
  HISTORY_WINDOWS,
  type HistorySlot,
} from "./browse/endpoint-history.ts";
export { type LatestEvents, latestEventsTo } from "./browse/latest-events.ts";
export { reconcileDeliveries } from "./browse/reconcile-deliveries.ts";
export {
  ANSWER_CLASSES,
  type DeliveryFilter,
  type DeliveryListItem,
  type ReconcileRequest,
  type Reconciliation,
  type Slot,
  type Tally,
} from "./browse/types.ts";
export {
  findDeliveries,
  getDeliveryWithAttempts,
  type ListDeliveriesRequest,
  listDeliveries,
  oldestDeliveryId,
} from "./deliveries/list-deliveries.ts";
export { replayDeliveryIn, replayEventIn } from "./deliveries/replay.ts";
export {
  MOST_REPLAYED,
  type ReplayOutcome,
  type ReplayRefusal,
} from "./deliveries/replay-many.ts";
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
  disableFailingEndpoints,
  warnOfFailingEndpoints,
} from "./dispatch/disable-failing-endpoints.ts";
export { DISABLE_AFTER_MS } from "./dispatch/failing-rules.ts";
export { type AttemptRecord, recordAttempts } from "./dispatch/record-attempts.ts";
export { attemptsOf, ladderOf, RETRY_LADDERS } from "./dispatch/retry-ladder.ts";
export { sendDelivery } from "./dispatch/send-delivery.ts";
export {
  checkChanges,
  deleteEndpointIn,
  type EndpointChanges,
  endOverlapIn,
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
  MAX_ENDPOINTS,
} from "./endpoints/create-endpoint.ts";
export { findEndpoints, getEndpoint } from "./endpoints/get-endpoint.ts";
export { type ListEndpointsRequest, listEndpoints } from "./endpoints/list-endpoints.ts";
export { getListener, type Listener } from "./endpoints/listener.ts";
export {
  emitTestEventIn,
  type TestEventRequest,
  testEndpointIn,
} from "./endpoints/send-test-event.ts";
export { isSubscription } from "./endpoints/subscriptions.ts";
export { FAILURE_CAUSES, type FailureCause, fixFor } from "./outbound/failures.ts";
export { createPoster, DEADLINE_MS, type Post } from "./outbound/post.ts";
export {
  deleteEndpoint,
  emitTestEvent,
  endOverlap,
  replayDeliveries,
  replayDelivery,
  replayEvent,
  rotateSecret,
  sendTestEvent,
} from "./own-transaction.ts";
export {
  type Attempt,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryStatus,
  type Endpoint,
  type RenderEventBody,
} from "./types.ts";
