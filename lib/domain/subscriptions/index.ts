export { cancelSubscription, deleteCustomerIn } from "./cancel-subscription.ts";
export { collectInvoice, retryInvoiceIn } from "./collect-invoice.ts";
export { createSubscription, type NewSubscription } from "./create-subscription.ts";
export {
  browseSubscriptions,
  findSubscriptions,
  getSubscription,
  type ListSubscriptionsRequest,
  listSubscriptions,
  type SubscriptionDetail,
  subscriptionDetail,
} from "./list-subscriptions.ts";
export { moreSubscriptionColumns, subscriptionMetadataKeys } from "./more-store.ts";
export { type ChangePreview, previewChange } from "./plan-change.ts";
export { collectedInvoices, dueSubscriptions } from "./renew-subscription.ts";
export { simulateSubscription } from "./simulate-subscription.ts";
export { listSubscriptionItems, type SubscriptionListItem } from "./store.ts";
export {
  whyNotCanceled as whySubscriptionNotCanceled,
  whyNotChanged as whySubscriptionNotChanged,
  whyNotReplanned,
} from "./subscription-policy.ts";
export { LADDER_DAYS } from "./subscription-state.ts";
export type { Subscription } from "./types.ts";
export { type SubscriptionChanges, updateSubscription } from "./update-subscription.ts";
