export { listSubscriptionItems, type SubscriptionListItem } from "./browse-store.ts";
export {
  browseSubscriptions,
  type SubscriptionDetail,
  subscriptionDetail,
} from "./browse-subscriptions.ts";
export { cancelSubscription, deleteCustomerIn } from "./cancel-subscription.ts";
export { createSubscription, type NewSubscription } from "./create-subscription.ts";
export { collectedInvoices, dueSubscriptions } from "./finish-due.ts";
export {
  findSubscriptions,
  getSubscription,
  type ListSubscriptionsRequest,
  listSubscriptions,
} from "./list-subscriptions.ts";
export { type ChangePreview, previewChange } from "./preview-change.ts";
export { simulateSubscription } from "./simulate-subscription.ts";
export {
  LADDER_DAYS,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from "./subscription-state.ts";
export type { FinalAction, ProrationBehavior, Subscription } from "./types.ts";
export { type SubscriptionChanges, updateSubscription } from "./update-subscription.ts";
