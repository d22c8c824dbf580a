/** View types under one path, until each screen imports them from where they are. */
export type { ListColumn } from "./lists/index.ts";
export type {
  AccountView,
  AuditEntryView,
  AuditListView,
  InvitationView,
  NotificationListItemView,
  NotificationListView,
  NotificationView,
  TeamMemberView,
  TeamView,
  WelcomeView,
} from "./views/account.ts";
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
  DisputeAnsweredView,
  DisputeListItemView,
  DisputeListView,
  DisputeView,
} from "./views/disputes.ts";
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
export type { HomeView, QuickStartView } from "./views/home.ts";
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
  AnnouncementView,
  PaymentListItemView,
  PaymentListView,
  PaymentStepView,
  PaymentView,
  RefundMadeView,
  TransferView,
} from "./views/payments.ts";
export type {
  ApprovalView,
  BatchListItemView,
  BatchListView,
  BatchPageView,
  BatchView,
  CurrencyLimitsView,
  FundingView,
  PayoutLimitsView,
  PayoutListItemView,
  PayoutListView,
  PayoutMadeView,
  PayoutOffersView,
  PayoutPreviewView,
  PayoutView,
  TopUpView,
} from "./views/payouts.ts";
export type { RefundListItemView, RefundListView, RefundView } from "./views/refunds.ts";
export type {
  DearestView,
  DeclinesView,
  DownloadListView,
  DownloadView,
  InterchangeView,
} from "./views/reports.ts";
export type {
  FoundView,
  KeyNameView,
  RailCallView,
  RequestListView,
  RequestView,
  SearchView,
  ShellAnswerView,
  TraceView,
} from "./views/requests.ts";
export type { ClockPreviewView, ClockView } from "./views/sandbox.ts";
export type {
  NewFactorView,
  PasskeyView,
  RecoveryCodesView,
  RecoveryView,
  SecurityView,
  SessionListItemView,
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
export type {
  CompareView,
  EndpointCompareView,
  ObjectJsonView,
  ShadowView,
  SubjectName,
  VersionsView,
} from "./views/versions.ts";
export type {
  AttemptView,
  DeliveryListItemView,
  DeliveryListView,
  DeliveryView,
  EventListItemView,
  EventListView,
  EventView,
  ReconciliationView,
  ReplayDetailView,
  ReplayedView,
  ReplayListItemView,
  ReplayListView,
  ReplayPreviewView,
} from "./views/webhooks.ts";
