/** How the dashboard's screens talk to `/internal`: one client, in the browser over fetch, on the
 *  server in process (see `app/server-data.tsx`). Views carry amounts as decimal strings. */

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

export type Params = Record<string, string | number | boolean | null | undefined>;
export type Transport = (path: string, init: RequestInit) => Promise<Response>;

/** A refusal or failure of `/internal`, in the API's own terms. */
export class RequestFailed extends Error {
  readonly status: number;
  readonly code: string;
  /** The field at fault, to be shown beside it. */
  readonly param: string | undefined;
  /** What to quote to support. */
  readonly requestId: string | null;

  constructor(status: number, requestId: string | null, error: Partial<ErrorBody> = {}) {
    super(error.message ?? "The service did not answer as expected.");
    this.name = "RequestFailed";
    this.status = status;
    this.code = error.code ?? "gateway_error";
    this.param = error.param;
    this.requestId = error.request_id ?? requestId;
  }
}

type ErrorBody = { code: string; message: string; param: string; request_id: string };

export type Client = {
  get<T>(path: string, params?: Params, signal?: AbortSignal): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  delete<T>(path: string): Promise<T>;
};

/** `/payments`, `{status: "failed"}` → `/internal/payments?status=failed`; empty values are left out. */
export function internalPath(path: string, params: Params = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== "") query.set(key, String(value));
  }
  const text = query.toString();
  return `/internal${path}${text ? `?${text}` : ""}`;
}

/** A client over any way of asking. Every call throws `RequestFailed` for anything but a 2xx. */
export function makeClient(transport: Transport): Client {
  const send = async <T>(path: string, init: RequestInit): Promise<T> => {
    const response = await transport(path, init);
    const requestId = response.headers.get("service-request-id");
    const text = await response.text();
    const body = text ? parse(text) : undefined;
    if (!response.ok) {
      const error = (body as { error?: Partial<ErrorBody> } | undefined)?.error;
      throw new RequestFailed(response.status, requestId, error);
    }
    return body as T;
  };
  return {
    get: (path, params, signal) =>
      send(internalPath(path, params), { headers: { accept: "application/json" }, signal }),
    post: (path, body) =>
      send(internalPath(path), {
        method: "POST",
        headers: { ...OURS, "content-type": "application/json" },
        body: JSON.stringify(body ?? {}),
      }),
    delete: (path) => send(internalPath(path), { method: "DELETE", headers: OURS }),
  };
}

/** Another site cannot send this header without asking us first, and we never agree. */
const OURS = { "x-paydesk-request": "1", accept: "application/json" };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Asks who is at the keyboard; false when they would rather not say. */
type AskPerson = () => Promise<boolean>;
let askPerson: AskPerson | null = null;

/** Says who asks people to confirm that it is them, when something grave needs it. */
export function onConfirmationNeeded(ask: AskPerson): () => void {
  askPerson = ask;
  return () => {
    askPerson = null;
  };
}

/** The same client, which asks once and tries again where the server wants to know who is at the keyboard:
 *  no screen has to think of it. */
function confirming(inner: Client): Client {
  return {
    ...inner,
    async post<T>(path: string, body?: unknown): Promise<T> {
      try {
        return await inner.post<T>(path, body);
      } catch (error) {
        const wanted = error instanceof RequestFailed && error.code === "confirmation_needed";
        if (!wanted || !(await askPerson?.())) throw error;
        return await inner.post<T>(path, body);
      }
    },
  };
}

/** The browser's client: same origin, with the session's cookie. */
export const client: Client = confirming(
  makeClient(async (path, init) => {
    try {
      return await fetch(path, { ...init, credentials: "same-origin" });
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw new RequestFailed(0, null, {
        code: "unreachable",
        message: "The service could not be reached. Check the connection and try again.",
      });
    }
  }),
);

export type Read<T> = {
  queryKey: readonly ["internal", string, Params];
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
};

/** One read, for `useQuery` in the screen and `Prefetch` in its page: the same call, so the same key.
 *  Invalidate with `["internal", path]`, or a whole mode with a predicate on the path. */
export function read<T>(path: string, params: Params = {}): Read<T> {
  return {
    queryKey: ["internal", path, params],
    queryFn: ({ signal }) => client.get<T>(path, params, signal),
  };
}
