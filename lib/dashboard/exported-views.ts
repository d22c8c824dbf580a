/** View types under one path, until each screen imports them from where they are. */
export type { ListColumn } from "./lists/index.ts";
export type { AccountView } from "./views/account.ts";
export type { ApprovalView, CurrencyLimitsView, PayoutLimitsView } from "./views/approvals.ts";
export type { AuditEntryView, AuditListView } from "./views/audit.ts";
export type {
  AttemptOfInvoiceView,
  BillLineView,
  ChangePreviewView,
  InvoiceListItemView,
  InvoiceListView,
  InvoiceView,
  PlanListItemView,
  PlanListView,
  SubscriptionListItemView,
  SubscriptionListView,
  SubscriptionStepView,
  SubscriptionView,
} from "./views/billing.ts";
export type { CheckoutPaymentView, CheckoutView } from "./views/checkout.ts";
export type {
  CustomerListItemView,
  CustomerListView,
  CustomerView,
  PaymentMethodView,
} from "./views/customers.ts";
export type {
  AttemptView,
  DeliveryListItemView,
  DeliveryListView,
  DeliveryView,
  ReconciliationView,
  ReplayedView,
} from "./views/deliveries.ts";
export type {
  DisputeAnsweredView,
  DisputeListItemView,
  DisputeListView,
  DisputeView,
} from "./views/disputes.ts";
export type { DownloadListView, DownloadView } from "./views/downloads.ts";
export type {
  EndpointDetailView,
  EndpointHistoryView,
  EndpointOfferView,
  EndpointProbeView,
  EndpointSecretView,
  EndpointsView,
  EndpointView,
  HealthView,
  TestEventView,
} from "./views/endpoints.ts";
export type { EventListItemView, EventListView, EventView } from "./views/events.ts";
export type { FundingView } from "./views/funding.ts";
export type { HomeView } from "./views/home.ts";
export type {
  AffectedKeyView,
  KeyActivityView,
  KeyCallersView,
  KeyConcernView,
  KeyDetailView,
  KeysView,
  KeyView,
  NewKeyView,
  WatchedKeyView,
} from "./views/keys.ts";
export type { MandateListItemView, MandateListView, MandateView } from "./views/mandates.ts";
export type {
  NotificationListItemView,
  NotificationListView,
  NotificationView,
} from "./views/notifications.ts";
export type { ObjectJsonView } from "./views/object-json.ts";
export type {
  AnnouncementView,
  PaymentListItemView,
  PaymentListView,
  PaymentStepView,
  PaymentView,
  RefundMadeView,
  TransferView,
} from "./views/payments.ts";
export type {
  BatchListItemView,
  BatchListView,
  BatchPageView,
  BatchView,
  PayoutListItemView,
  PayoutListView,
  PayoutMadeView,
  PayoutOffersView,
  PayoutPreviewView,
  PayoutView,
  TopUpView,
} from "./views/payouts.ts";
export type { QuickStartView } from "./views/quick-start.ts";
export type { RefundListItemView, RefundListView, RefundView } from "./views/refunds.ts";
export type {
  ReplayDetailView,
  ReplayListItemView,
  ReplayListView,
  ReplayPreviewView,
} from "./views/replays.ts";
export type { DearestView, DeclinesView, InterchangeView } from "./views/report-figures.ts";
export type {
  KeyNameView,
  RequestListView,
  RequestView,
} from "./views/requests.ts";
export type { ClockPreviewView, ClockView } from "./views/sandbox-clock.ts";
export type { FoundView, SearchView } from "./views/search.ts";
export type {
  NewFactorView,
  PasskeyView,
  RecoveryCodesView,
  SecurityView,
  SessionListItemView,
} from "./views/security.ts";
export type {
  RecoveryView,
  SessionView,
  SignedInView,
  SignInView,
  SignUpView,
} from "./views/session.ts";
export type {
  ArrivalDayView,
  BalanceView,
  EntryListItemView,
  EntryListView,
  SettlementBooksView,
  SettlementCheckView,
  SettlementListItemView,
  SettlementListView,
  SettlementReportView,
  SettlementView,
} from "./views/settlements.ts";
export type { RequestListItemView, SettlementRefView } from "./views/shared.ts";
export type { ShellAnswerView } from "./views/shell.ts";
export type { InvitationView, TeamMemberView, TeamView, WelcomeView } from "./views/team.ts";
export type { RailCallView, TraceView } from "./views/traces.ts";
export type {
  CompareView,
  EndpointCompareView,
  ShadowView,
  SubjectName,
  VersionsView,
} from "./views/versions.ts";
