import type { z } from "zod";
import type * as account from "./routes/account.ts";
import type * as alerts from "./routes/alerts.ts";
import type * as annotations from "./routes/annotations.ts";
import type * as balance from "./routes/balance.ts";
import type * as bank from "./routes/bank-statements.ts";
import type * as billing from "./routes/billing.ts";
import type * as booking from "./routes/booking.ts";
import type * as bulk from "./routes/bulk.ts";
import type * as checkout from "./routes/checkout.ts";
import type * as closings from "./routes/closings.ts";
import type * as customers from "./routes/customers.ts";
import type * as deliveries from "./routes/deliveries.ts";
import type * as disputes from "./routes/disputes.ts";
import type * as endpoints from "./routes/endpoints.ts";
import type * as keys from "./routes/keys.ts";
import type * as layouts from "./routes/list-layouts.ts";
import type * as listViews from "./routes/list-views.ts";
import type * as mandates from "./routes/mandates.ts";
import type * as memberSettings from "./routes/member-settings.ts";
import type * as pairings from "./routes/pairings.ts";
import type * as retries from "./routes/payment-retries.ts";
import type * as payments from "./routes/payments.ts";
import type * as approvals from "./routes/payout-approvals.ts";
import type * as batches from "./routes/payout-batches.ts";
import type * as payouts from "./routes/payouts.ts";
import type * as refunds from "./routes/refunds.ts";
import type * as replays from "./routes/replays.ts";
import type * as reports from "./routes/reports.ts";
import type * as sandbox from "./routes/sandbox.ts";
import type * as security from "./routes/security.ts";
import type * as session from "./routes/session.ts";
import type * as settlements from "./routes/settlements.ts";
import type * as shell from "./routes/shell.ts";
import type * as signUp from "./routes/sign-up.ts";
import type * as subscriptions from "./routes/subscriptions.ts";
import type * as versions from "./routes/versions.ts";

type Body<Schema extends z.ZodType> = z.input<Schema>;

/** The JSON bodies of `/internal`, by the schemas that check them; other routes take none. `readBody` accepts only
 *  the schema of its route, and `client.post` only a body of it. */
export type InternalBodies = {
  "POST /session": Body<typeof session.credentials>;
  "POST /session/second-factor": Body<typeof session.secondStep>;
  "POST /session/passkey": Body<typeof session.signed>;
  "POST /session/account": Body<typeof session.accountChoice>;
  "POST /session/view-as": Body<typeof session.viewedRole>;
  "POST /invitation": Body<typeof session.link>;
  "POST /invitation/accept": Body<typeof session.acceptance>;
  "POST /sign-up": Body<typeof signUp.request>;
  "POST /sign-up/confirm": Body<typeof signUp.confirmation>;
  "POST /recovery": Body<typeof signUp.resetRequest>;
  "POST /recovery/password": Body<typeof signUp.reset>;

  "POST /cli/pairings": Body<typeof pairings.newPairing>;
  "POST /cli/pairings/poll": Body<typeof pairings.poll>;
  "POST /pairing/confirm": Body<typeof pairings.confirmation>;
  "POST /pairing/refuse": Body<typeof pairings.refusal>;

  "POST /list-layouts": Body<typeof layouts.listLayout>;
  "POST /favourites": Body<typeof memberSettings.favouriteList>;
  "POST /tour": Body<typeof memberSettings.tourState>;
  "POST /account": Body<typeof account.changes>;
  "POST /team/invitations": Body<typeof account.invitation>;
  "POST /team/second-factor": Body<typeof account.factorParams>;
  "POST /team/session-ends": Body<typeof account.ends>;
  "POST /team/refund-limits": Body<typeof account.refundLimit>;
  "POST /team/members/:id/role": Body<typeof account.roleChange>;
  "POST /notifications/weekly": Body<typeof account.weeklyMail>;
  "POST /security/confirm": Body<typeof security.confirmation>;
  "POST /security/password": Body<typeof security.passwordChange>;
  "POST /security/second-factor/enable": Body<typeof security.code>;
  "POST /security/passkeys": Body<typeof security.newPasskey>;

  "POST /:mode/alerts/read": Body<typeof alerts.readMarks>;
  "POST /:mode/alerts/preferences": Body<typeof alerts.preferences>;
  "POST /:mode/alert-rules": Body<typeof alerts.newRule>;
  "POST /:mode/alert-rules/try": Body<typeof alerts.condition>;
  "POST /:mode/alert-rules/:id": Body<typeof alerts.ruleChoice>;
  "POST /:mode/alert-rules/:id/mute": Body<typeof alerts.muting>;
  "POST /:mode/alert-channels": Body<typeof alerts.newChannel>;

  "POST /:mode/clock/advance": Body<typeof sandbox.advance>;
  "POST /:mode/simulations/:id": Body<typeof sandbox.simulation>;
  "POST /:mode/annotations/:id/tags": Body<typeof annotations.tagChange>;
  "POST /:mode/annotations/:id/notes": Body<typeof annotations.newNote>;
  "POST /:mode/notes/:id": Body<typeof annotations.noteChange>;
  "POST /:mode/bulk-tags": Body<typeof bulk.tagging>;
  "POST /:mode/bulk-refunds": Body<typeof bulk.refunds>;
  "POST /:mode/bulk-refunds/preview": Body<typeof bulk.refundQuestion>;
  "POST /:mode/list-views": Body<typeof listViews.newView>;
  "POST /:mode/list-views/order": Body<typeof listViews.viewOrder>;
  "POST /:mode/list-views/hidden": Body<typeof listViews.hiding>;
  "POST /:mode/list-views/:id": Body<typeof listViews.viewChanges>;
  "POST /:mode/team-views": Body<typeof listViews.newView>;
  "POST /:mode/team-views/order": Body<typeof listViews.viewOrder>;
  "POST /:mode/team-views/:id": Body<typeof listViews.viewChanges>;
  "POST /:mode/shell": Body<typeof shell.call>;
  "POST /:mode/checkout/payments": Body<typeof checkout.order>;

  "POST /:mode/payments/:id/refunds": Body<typeof payments.params>;
  "POST /:mode/payments/:id/details": Body<typeof payments.details>;
  "POST /:mode/payments/:id/capture": Body<typeof payments.captureParams>;
  "POST /:mode/payments/:id/cancel": Body<typeof payments.cancellation>;
  "POST /:mode/payments/:id/retry": Body<typeof retries.retryPress>;
  "POST /:mode/payment-retries": Body<typeof retries.newRetryJob>;
  "POST /:mode/refunds/:id/cancel": Body<typeof refunds.cancellation>;
  "POST /:mode/disputes/:id/evidence": Body<typeof disputes.answer>;
  "POST /:mode/disputes/:id/assign": Body<typeof disputes.assignment>;
  "POST /:mode/disputes/:id/files": Body<typeof disputes.newFile>;
  "POST /:mode/dispute-files/:id/remove": Body<typeof disputes.removal>;
  "POST /:mode/disputes/:id/accept": Body<typeof disputes.acceptance>;
  "POST /:mode/customers/:id/erase": Body<typeof customers.erasure>;
  "POST /:mode/mandates/:id/revoke": Body<typeof mandates.revocation>;

  "POST /:mode/plans": Body<typeof billing.newPlan>;
  "POST /:mode/plans/:id": Body<typeof billing.change>;
  "POST /:mode/subscriptions": Body<typeof subscriptions.newSubscription>;
  "POST /:mode/subscriptions/:id/preview": Body<typeof subscriptions.planChange>;
  "POST /:mode/subscriptions/:id/plan": Body<typeof subscriptions.confirmed>;
  "POST /:mode/subscriptions/:id/method": Body<typeof subscriptions.newMethod>;
  "POST /:mode/subscriptions/:id/cancel": Body<typeof subscriptions.ending>;

  "POST /:mode/balance/top-up": Body<typeof balance.topUp>;
  "POST /:mode/settlements/:id/simulate": Body<typeof settlements.simulation>;
  "POST /:mode/payouts": Body<typeof payouts.confirmed>;
  "POST /:mode/payouts/preview": Body<typeof payouts.instruction>;
  "POST /:mode/payouts/:id/cancel": Body<typeof payouts.press>;
  "POST /:mode/payouts/:id/approve": Body<typeof approvals.press>;
  "POST /:mode/payouts/:id/refuse": Body<typeof approvals.press>;
  "POST /:mode/payouts/:id/simulate": Body<typeof payouts.simulation>;
  "POST /:mode/payout-batches": Body<typeof batches.confirmed>;
  "POST /:mode/payout-batches/preview": Body<typeof batches.upload>;
  "POST /:mode/payout-batches/:id/approve": Body<typeof approvals.press>;
  "POST /:mode/payout-batches/:id/refuse": Body<typeof approvals.press>;
  "POST /:mode/payout-limits": Body<typeof approvals.params>;

  "POST /:mode/bank-statements": Body<typeof bank.newStatements>;
  "POST /:mode/bank-statements/preview": Body<typeof bank.previewed>;
  "POST /:mode/bank-statements/:id/remove": Body<typeof bank.decided>;
  "POST /:mode/bank-lines/:id/match": Body<typeof bank.matched>;
  "POST /:mode/bank-lines/:id/unmatch": Body<typeof bank.decided>;
  "POST /:mode/bank-lines/:id/set-aside": Body<typeof bank.decided>;

  "POST /:mode/downloads": Body<typeof reports.paramsBody>;
  "POST /:mode/booking": Body<typeof booking.bookingSettings>;
  "POST /:mode/closings": Body<typeof closings.newClosing>;
  "POST /:mode/report-schedules": Body<typeof reports.newSchedule>;
  "POST /:mode/report-schedules/:id": Body<typeof reports.scheduleChange>;

  "POST /:mode/keys": Body<typeof keys.newKey>;
  "POST /:mode/keys/:id/rotate": Body<typeof keys.rotation>;
  "POST /:mode/keys/:id/addresses": Body<typeof keys.addressLimit>;
  "POST /:mode/keys/:id/narrow": Body<typeof keys.narrower>;
  "POST /:mode/keys/:id/revoke": Body<typeof keys.revocation>;
  "POST /:mode/endpoints": Body<typeof endpoints.newEndpoint>;
  "POST /:mode/endpoints/:id": Body<typeof endpoints.changes>;
  "POST /:mode/endpoints/:id/delete": Body<typeof endpoints.deletion>;
  "POST /:mode/endpoints/:id/rotate": Body<typeof endpoints.rotation>;
  "POST /:mode/endpoints/:id/test": Body<typeof endpoints.params>;
  "POST /:mode/deliveries/replay": Body<typeof deliveries.selection>;
  "POST /:mode/events/:id/replay": Body<typeof deliveries.replay>;
  "POST /:mode/replays": Body<typeof replays.range>;
  "POST /:mode/versions": Body<typeof versions.params>;
};

/** The body of a route; `undefined` where it takes none. */
export type BodyOf<Route> = Route extends keyof InternalBodies ? InternalBodies[Route] : undefined;
