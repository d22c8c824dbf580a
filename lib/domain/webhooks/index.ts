export { listItems as listDeliveryItems } from "./browse/deliveries-store.ts";
export {
  browseDeliveries,
  type DeliveryDetail,
  deliveryDetail,
  findDeliveries,
  getDeliveryWithAttempts,
  type ListDeliveriesRequest,
  latestDeliveries,
  listDeliveries,
  oldestDeliveryId,
  reconcileDeliveries,
} from "./deliveries/read-deliveries.ts";
export {
  MOST_REPLAYED,
  type ReplayOutcome,
  type ReplayRefusal,
  replayDeliveries,
  replayDelivery,
  replayDeliveryIn,
  replayEvent,
  replayEventIn,
  whyNotReplayed,
} from "./deliveries/replay.ts";
export { makeDueNow as makeDeliveriesDueNowIn } from "./deliveries/store.ts";
export {
  type Arrival,
  type ArrivalsPlace,
  LANES,
  type LaneSession,
  moveToQueue,
  newArrivalsPlace,
  oldestArrivalSeconds,
  openLaneSession,
  readArrivals,
  readArrivalsOf,
} from "./dispatch/arrivals-store.ts";
export { areParted, partOf } from "./dispatch/bodies-store.ts";
export { leaseDueDeliveries } from "./dispatch/claim-due-deliveries.ts";
export { newQueuePlace, type QueuePlace } from "./dispatch/claim-store.ts";
export {
  countNewDeliveries,
  countRetrying,
  countRunningWorkers,
  MOST_COUNTED,
  type QueueDepth,
  queueDepths,
} from "./dispatch/depth-store.ts";
export {
  DISABLE_AFTER_MS,
  disableFailingEndpoints,
  warnOfFailingEndpoints,
} from "./dispatch/failing-endpoints.ts";
export { countWorkers, joinWorkers, releaseLane, takeLanes } from "./dispatch/lanes-store.ts";
export {
  type PreparedDelivery,
  prepareDeliveries,
  type TakenDeliveries,
  type TakenDelivery,
} from "./dispatch/prepare-deliveries.ts";
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
  checkNewEndpoint,
  createEndpoint,
  createEndpointIn,
  type EndpointRequest,
  type EndpointWithSecret,
  isSubscription,
  MAX_ENDPOINTS,
} from "./endpoints/create-endpoint.ts";
export {
  browseEndpoints,
  type EndpointDetail,
  endpointDetail,
  endpointHistory,
  findEndpoints,
  getEndpoint,
  type Health,
  type HistorySlot,
  type LatestEvents,
  type ListEndpointsRequest,
  latestEventsTo,
  listEndpoints,
} from "./endpoints/read-endpoints.ts";

export { getListener, type Listener } from "./endpoints/secrets.ts";
export {
  emitTestEvent,
  emitTestEventIn,
  sendTestEvent,
  type TestEventRequest,
  testEndpointIn,
  whyNotTested,
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
