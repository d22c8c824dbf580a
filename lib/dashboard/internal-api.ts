import type { JournalSettings } from "#lib/kernel/vocabulary/booking.ts";
import type { SummedList } from "#lib/kernel/vocabulary/lists.ts";
import type { FileRoute } from "./internal-files.ts";
import type * as account from "./views/account.ts";
import type * as alerts from "./views/alerts.ts";
import type * as annotations from "./views/annotations.ts";
import type * as bank from "./views/bank-statements.ts";
import type * as billing from "./views/billing.ts";
import type * as booking from "./views/booking.ts";
import type * as bulk from "./views/bulk.ts";
import type * as checkout from "./views/checkout.ts";
import type * as closings from "./views/closings.ts";
import type * as customers from "./views/customers.ts";
import type * as disputes from "./views/disputes.ts";
import type * as endpoints from "./views/endpoints.ts";
import type * as home from "./views/home.ts";
import type * as keys from "./views/keys.ts";
import type * as listViews from "./views/list-views.ts";
import type * as mandates from "./views/mandates.ts";
import type * as pairings from "./views/pairings.ts";
import type * as payments from "./views/payments.ts";
import type * as payouts from "./views/payouts.ts";
import type * as refunds from "./views/refunds.ts";
import type * as reports from "./views/reports.ts";
import type * as requests from "./views/requests.ts";
import type * as retries from "./views/retries.ts";
import type * as sandbox from "./views/sandbox.ts";
import type * as session from "./views/session.ts";
import type * as settlements from "./views/settlements.ts";
import type { ListSumsView } from "./views/shared.ts";
import type * as versions from "./views/versions.ts";
import type * as webhooks from "./views/webhooks.ts";

/** Every route of `/internal` that answers JSON, with its view. Routes (`routesAt`) and screens (`read`, `client`) are
 *  both typed by this map; `test/internal-routes` must have the same routes. */
export type InternalApi = {
  // Before sign-in
  "GET /sign-in": session.SignInView;
  "POST /session": session.SignedInView;
  "DELETE /session": { signedIn: false };
  "POST /session/second-factor": session.SignedInView;
  "POST /session/passkey/options": session.PasskeyOptionsView;
  "POST /session/passkey": session.SignedInView;
  "POST /invitation": account.WelcomeView;
  "POST /invitation/accept": session.SignedInView;
  "GET /sign-up": session.SignUpView;
  "POST /sign-up": { requested: true };
  "POST /sign-up/confirm": { email: string };
  "GET /recovery": session.RecoveryView;
  "POST /recovery": { requested: true };
  "POST /recovery/password": { reset: true };
  // For command lines, which have no session
  "POST /cli/pairings": pairings.NewPairingView;
  "POST /cli/pairings/poll": pairings.PolledPairingView;
  // Both modes
  "GET /session": session.SessionView;
  "POST /session/seen": { seen: true };
  "POST /session/account": session.SessionView;
  "POST /list-layouts": { kept: boolean };
  "POST /favourites": Pick<session.SessionView, "favourites">;
  "POST /tour": { step: session.SessionView["tourStep"] };
  "POST /session/view-as": session.SessionView;
  "GET /pairing": pairings.PairingView;
  "POST /pairing/confirm": pairings.AnsweredPairingView;
  "POST /pairing/refuse": pairings.AnsweredPairingView;
  "GET /account": account.AccountView;
  "POST /account": account.AccountView;
  "GET /team": account.TeamView;
  "POST /team/invitations": account.InvitationLinkView;
  "POST /team/invitations/:id/link": account.InvitationLinkView;
  "POST /team/invitations/:id/resend": account.TeamView;
  "POST /team/invitations/:id/revoke": account.TeamView;
  "POST /team/second-factor": { ofEverybody: boolean };
  "POST /team/session-ends": { changed: true };
  "POST /team/refund-limits": { changed: true };
  "GET /team/members/:id/keys": keys.AffectedKeyView[];
  "POST /team/members/:id/role": account.TeamView;
  "POST /team/members/:id/remove": { removed: true };
  "GET /security": session.SecurityView;
  "POST /security/confirm": { confirmed: true };
  "POST /security/password": { sessionsEnded: number };
  "POST /security/sessions/:id/end": { ended: true };
  "POST /security/sessions/end-others": { ended: number };
  "POST /security/second-factor": session.NewFactorView;
  "POST /security/second-factor/enable": session.RecoveryCodesView;
  "POST /security/second-factor/disable": { disabled: true };
  "POST /security/recovery-codes": session.RecoveryCodesView;
  "POST /security/passkeys/options": session.NewPasskeyOptionsView;
  "POST /security/passkeys": { added: true };
  "POST /security/passkeys/:id/remove": { removed: true };
  "GET /audit": account.AuditListView;
  "GET /audit/:id": account.AuditEntryView;
  "GET /notifications": account.NotificationListView;
  "GET /notifications/:id": account.NotificationView;
  "POST /notifications/weekly": { active: boolean };

  // One mode: alerts
  "GET /:mode/alerts": alerts.InboxView;
  "GET /:mode/alerts/unread": { unread: number };
  "POST /:mode/alerts/read": { unread: number };
  "POST /:mode/alerts/preferences": alerts.AlertRulesView["preferences"];
  "GET /:mode/alert-rules": alerts.AlertRulesView;
  "GET /:mode/alert-rules/:id": alerts.AlertRuleDetailView;
  "POST /:mode/alert-rules": { id: string };
  "POST /:mode/alert-rules/try": alerts.TrialView;
  "POST /:mode/alert-rules/:id": { id: string };
  "POST /:mode/alert-rules/:id/delete": alerts.AlertRulesView;
  "POST /:mode/alert-rules/:id/mute": alerts.AlertRulesView;
  "POST /:mode/alert-channels": { id: string };
  "POST /:mode/alert-channels/:id/test": { problem: string | null };
  "POST /:mode/alert-channels/:id/delete": alerts.AlertRulesView;

  // One mode: the account
  "GET /:mode/home": home.HomeView;
  "GET /:mode/waiting": home.WaitingView;
  "GET /:mode/quick-start": home.QuickStartView;
  "GET /:mode/metadata-keys": { keys: string[] };
  "GET /:mode/search": requests.SearchView;
  "GET /:mode/list-views": listViews.ListViewsView;
  "GET /:mode/list-views/counts": listViews.CountsView;
  "POST /:mode/list-views": listViews.ListViewView;
  "POST /:mode/list-views/order": { ordered: true };
  "POST /:mode/list-views/hidden": { hidden: boolean };
  "POST /:mode/list-views/:id": listViews.ListViewView;
  "POST /:mode/list-views/:id/delete": { deleted: true };
  "POST /:mode/team-views": listViews.ListViewView;
  "POST /:mode/team-views/order": { ordered: true };
  "POST /:mode/team-views/:id": listViews.ListViewView;
  "POST /:mode/team-views/:id/delete": { deleted: true };
  "GET /:mode/tags": annotations.TagsView;
  "GET /:mode/annotations/:id": annotations.AnnotationsView;
  "POST /:mode/annotations/:id/tags": { tags: string[] };
  "POST /:mode/annotations/:id/notes": { noteId: string };
  "POST /:mode/notes/:id": { noteId: string };
  "POST /:mode/notes/:id/delete": { deleted: true };
  "POST /:mode/bulk-tags": { jobId: string };
  "POST /:mode/bulk-refunds": { jobId: string };
  "POST /:mode/bulk-refunds/preview": bulk.RefundPreviewView;
  "GET /:mode/bulk-jobs/:id": bulk.BulkJobView;
  "GET /:mode/bulk-jobs/:id/objects": bulk.BulkItemsView;
  "POST /:mode/bulk-jobs/:id/stop": { stopped: true };
  "POST /:mode/bulk-jobs/:id/undo": { jobId: string };
  "GET /:mode/timelines/:id": requests.TraceView;
  "GET /:mode/clock": sandbox.ClockView;
  "GET /:mode/clock/preview": sandbox.ClockPreviewView;
  "POST /:mode/clock/advance": sandbox.ClockView;
  "POST /:mode/simulations/:id": sandbox.SimulatedView;
  "POST /:mode/shell": requests.ShellAnswerView;
  "GET /:mode/checkout": checkout.CheckoutView;
  "POST /:mode/checkout/payments": checkout.CheckoutPaymentView;
  "GET /:mode/checkout/payments/:id": checkout.CheckoutPaymentView;

  // One mode: payments
  "GET /:mode/payments": payments.PaymentListView;
  "GET /:mode/payments/sums": ListSumsView;
  "GET /:mode/payments/:id": payments.PaymentView;
  "GET /:mode/payments/:id/json": versions.ObjectJsonView;
  "POST /:mode/payments/:id/refunds": payments.RefundMadeView;
  "POST /:mode/payments/:id/details": payments.PaymentStepView;
  "POST /:mode/payments/:id/capture": payments.PaymentStepView;
  "POST /:mode/payments/:id/cancel": payments.PaymentStepView;
  "POST /:mode/payments/:id/retry": payments.PaymentStepView;
  "GET /:mode/payment-retries/preview": retries.RetryPreviewView;
  "POST /:mode/payment-retries": { jobId: string };
  "GET /:mode/payment-retries/:id": retries.RetryJobView;
  "GET /:mode/payment-retries/:id/payments": retries.RetryItemsView;
  "POST /:mode/payment-retries/:id/stop": { status: retries.RetryJobView["status"] };
  "GET /:mode/refunds": refunds.RefundListView;
  "GET /:mode/refunds/sums": ListSumsView;
  "GET /:mode/refunds/:id": refunds.RefundView;
  "GET /:mode/refunds/:id/json": versions.ObjectJsonView;
  "POST /:mode/refunds/:id/cancel": payments.RefundMadeView;
  "GET /:mode/disputes": disputes.DisputeListView;
  "GET /:mode/disputes/sums": ListSumsView;
  "GET /:mode/disputes/:id": disputes.DisputeView;
  "GET /:mode/disputes/:id/json": versions.ObjectJsonView;
  "POST /:mode/disputes/:id/evidence": disputes.DisputeAnsweredView;
  "POST /:mode/disputes/:id/assign": disputes.AssigneeView;
  "POST /:mode/disputes/:id/files": disputes.DisputeFileView;
  "POST /:mode/dispute-files/:id/remove": disputes.DisputeFileView;
  "POST /:mode/disputes/:id/accept": disputes.DisputeAnsweredView;
  "GET /:mode/mandates": mandates.MandateListView;
  "GET /:mode/mandates/:id": mandates.MandateView;
  "GET /:mode/mandates/:id/json": versions.ObjectJsonView;
  "POST /:mode/mandates/:id/revoke": mandates.MandateRevokedView;
  "GET /:mode/customers": customers.CustomerListView;
  "GET /:mode/customers/:id": customers.CustomerView;
  "GET /:mode/customers/:id/json": versions.ObjectJsonView;
  "POST /:mode/customers/:id/erase": { requestedAt: string };

  // One mode: billing
  "GET /:mode/plans": billing.PlanListView;
  "POST /:mode/plans": billing.PlanListItemView;
  "POST /:mode/plans/:id": billing.PlanListItemView;
  "GET /:mode/subscriptions": billing.SubscriptionListView;
  "POST /:mode/subscriptions": billing.SubscriptionStepView;
  "GET /:mode/subscriptions/:id": billing.SubscriptionView;
  "GET /:mode/subscriptions/:id/json": versions.ObjectJsonView;
  "POST /:mode/subscriptions/:id/preview": billing.ChangePreviewView;
  "POST /:mode/subscriptions/:id/plan": billing.SubscriptionStepView;
  "POST /:mode/subscriptions/:id/method": billing.SubscriptionStepView;
  "POST /:mode/subscriptions/:id/cancel": billing.SubscriptionStepView;
  "GET /:mode/invoices": billing.InvoiceListView;
  "GET /:mode/invoices/sums": ListSumsView;
  "GET /:mode/invoices/:id": billing.InvoiceView;
  "GET /:mode/invoices/:id/json": versions.ObjectJsonView;

  // One mode: money
  "GET /:mode/balance": settlements.BalanceView;
  "GET /:mode/balance/funding": payouts.FundingView;
  "POST /:mode/balance/top-up": payouts.TopUpView;
  "GET /:mode/settlements": settlements.SettlementListView;
  "GET /:mode/settlements/sums": ListSumsView;
  "GET /:mode/settlements/:id": settlements.SettlementView;
  "GET /:mode/settlements/:id/json": versions.ObjectJsonView;
  "GET /:mode/settlements/:id/rows": settlements.EntryListView;
  "GET /:mode/settlements/:id/books": settlements.SettlementBooksView;
  "POST /:mode/settlements/:id/simulate": settlements.SettlementListItemView;
  "GET /:mode/payouts": payouts.PayoutListView;
  "GET /:mode/payouts/sums": ListSumsView;
  "POST /:mode/payouts": payouts.PayoutMadeView;
  "GET /:mode/payouts/offers": payouts.PayoutOffersView;
  "POST /:mode/payouts/preview": payouts.PayoutPreviewView;
  "GET /:mode/payouts/:id": payouts.PayoutView;
  "GET /:mode/payouts/:id/json": versions.ObjectJsonView;
  "POST /:mode/payouts/:id/cancel": payouts.PayoutMadeView;
  "POST /:mode/payouts/:id/approve": payouts.DecidedView;
  "POST /:mode/payouts/:id/refuse": payouts.DecidedView;
  "POST /:mode/payouts/:id/simulate": payouts.PayoutMadeView;
  "GET /:mode/payout-batches": payouts.BatchListView;
  "POST /:mode/payout-batches": payouts.BatchView;
  "POST /:mode/payout-batches/preview": payouts.BatchPreviewView;
  "GET /:mode/payout-batches/:id": payouts.BatchPageView;
  "GET /:mode/payout-batches/:id/json": versions.ObjectJsonView;
  "POST /:mode/payout-batches/:id/approve": payouts.DecidedView;
  "POST /:mode/payout-batches/:id/refuse": payouts.DecidedView;
  "GET /:mode/payout-limits": payouts.PayoutLimitsView;
  "POST /:mode/payout-limits": payouts.PayoutLimitsView;
  "POST /:mode/payout-limits/changes/:id/confirm": payouts.PayoutLimitsView;
  "POST /:mode/payout-limits/changes/:id/refuse": payouts.PayoutLimitsView;

  // One mode: reports
  "GET /:mode/settlement-report": settlements.SettlementReportView;
  "GET /:mode/reports/declines": reports.DeclinesView;
  "GET /:mode/reports/declines/causes": reports.CausesView;
  "GET /:mode/reports/interchange": reports.InterchangeView;
  "GET /:mode/reports/interchange/most-expensive": reports.MostExpensiveView;
  "GET /:mode/bank-statements": bank.BankView;
  "POST /:mode/bank-statements": bank.FileAddedView;
  "POST /:mode/bank-statements/preview": bank.FilePreviewView;
  "POST /:mode/bank-statements/match": { matched: number };
  "POST /:mode/bank-statements/:id/remove": { decided: true };
  "GET /:mode/bank-lines": bank.BankLineListView;
  "GET /:mode/bank-lines/:id/candidates": bank.CandidatesView;
  "POST /:mode/bank-lines/:id/match": { decided: true };
  "POST /:mode/bank-lines/:id/unmatch": { decided: true };
  "POST /:mode/bank-lines/:id/set-aside": { decided: true };
  "GET /:mode/downloads": reports.DownloadListView;
  "POST /:mode/downloads": { downloadId: string };
  "POST /:mode/downloads/:id/cancel": { status: reports.DownloadView["status"] };
  "GET /:mode/booking": booking.BookingView;
  "POST /:mode/booking": { settings: JournalSettings };
  "GET /:mode/closings": closings.MonthsView;
  "POST /:mode/closings": { closingId: string };
  "GET /:mode/closings/:id": closings.ClosingDetailView;
  "POST /:mode/closings/:id/check": closings.ClosingDetailView;
  "GET /:mode/closings/:id/corrections": closings.CorrectionsView;
  "GET /:mode/report-schedules": reports.ScheduleListView;
  "POST /:mode/report-schedules": reports.ScheduleView;
  "POST /:mode/report-schedules/:id": reports.ScheduleView;
  "POST /:mode/report-schedules/:id/delete": { deleted: true };

  // One mode: developers
  "GET /:mode/keys": keys.KeysView;
  "POST /:mode/keys": keys.NewKeyView;
  "GET /:mode/keys/:id": keys.KeyDetailView;
  "GET /:mode/keys/:id/callers": keys.KeyCallersView;
  "GET /:mode/keys/:id/activity": keys.KeyActivityView;
  "POST /:mode/keys/:id/rotate": keys.NewKeyView;
  "POST /:mode/keys/:id/addresses": { key: keys.KeyView };
  "POST /:mode/keys/:id/narrow": { key: keys.KeyView };
  "POST /:mode/keys/:id/adopt": { key: keys.KeyView };
  "POST /:mode/keys/:id/revoke": { key: keys.KeyView };
  "GET /:mode/endpoints": endpoints.EndpointsView;
  "POST /:mode/endpoints": endpoints.EndpointSecretView;
  "GET /:mode/endpoints/:id": endpoints.EndpointDetailView;
  "GET /:mode/endpoints/:id/history": endpoints.EndpointHistoryView;
  "GET /:mode/endpoints/:id/compare": versions.EndpointCompareView;
  "GET /:mode/endpoints/:id/sample": { data: Record<string, unknown> };
  "POST /:mode/endpoints/:id": endpoints.EndpointChangedView;
  "POST /:mode/endpoints/:id/delete": { deleted: true };
  "POST /:mode/endpoints/:id/rotate": endpoints.EndpointSecretView;
  "POST /:mode/endpoints/:id/end-overlap": { endpoint: endpoints.EndpointView };
  "POST /:mode/endpoints/:id/probe": endpoints.EndpointProbeView;
  "POST /:mode/endpoints/:id/test": endpoints.TestEventView;
  "GET /:mode/deliveries": webhooks.DeliveryListView;
  "GET /:mode/deliveries/reconciliation": webhooks.ReconciliationView;
  "GET /:mode/deliveries/:id": webhooks.DeliveryView;
  "POST /:mode/deliveries/replay": webhooks.ReplayedView;
  "POST /:mode/deliveries/:id/replay": { deliveryId: string };
  "GET /:mode/replays": webhooks.ReplayListView;
  "POST /:mode/replays": { replayId: string };
  "GET /:mode/replays/preview": webhooks.ReplayPreviewView;
  "GET /:mode/replays/:id": webhooks.ReplayDetailView;
  "POST /:mode/replays/:id/pause": webhooks.ReplayStatusView;
  "POST /:mode/replays/:id/resume": webhooks.ReplayStatusView;
  "POST /:mode/replays/:id/cancel": webhooks.ReplayStatusView;
  "GET /:mode/events": webhooks.EventListView;
  "GET /:mode/events/:id": webhooks.EventView;
  "POST /:mode/events/:id/replay": { deliveryIds: string[] };
  "GET /:mode/logs": requests.RequestListView;
  "GET /:mode/logs/:id": requests.RequestView;
  "GET /:mode/versions": versions.VersionsView;
  "POST /:mode/versions": versions.VersionsView;
  "GET /:mode/versions/shadow": versions.ShadowView;
  "GET /:mode/versions/compare": versions.CompareView;
};

export type InternalRoute = keyof InternalApi | FileRoute;

/** The paths of one method: `PathOf<"GET">` has `/:mode/payments/:id`. */
export type PathOf<
  Method extends string,
  Route extends string = keyof InternalApi,
> = Route extends `${Method} ${infer Path}` ? Path : never;

/** The view of a route; never for a file. */
export type ViewOf<Route> = Route extends keyof InternalApi ? InternalApi[Route] : never;

/** The names of a path's parameters: `"mode" | "id"` for `/:mode/payments/:id`. */
export type ParamOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Lists whose matching rows are added up by currency. */
export type SumPath = `/:mode/${SummedList}`;
