import type { KeyState } from "#lib/domain/idempotency/index.ts";
import type { ApiKey } from "#lib/domain/keys/index.ts";
import type { Found } from "#lib/domain/lookup/index.ts";
import type { LogGap, RequestDetail } from "#lib/domain/request-log/index.ts";
import type { RailCall, Trace } from "#lib/domain/traces/index.ts";
import { eventWithDeliveriesView, transferView } from "./payments.ts";
import { iso, type RequestListItemView, requestListItemView, type SliceView } from "./shared.ts";

/** A key as the log names it; the managed key has no name of the merchant. */
export function keyNameView({ id, name, hint }: Pick<ApiKey, "id" | "name" | "hint">) {
  return { id, name, hint };
}

export type KeyNameView = ReturnType<typeof keyNameView>;

export function gapView({ fromAt, toAt, requests }: LogGap) {
  return { from: fromAt.toISOString(), to: toAt.toISOString(), requests };
}

/** `GET /internal/:mode/logs` */
export type RequestListView = SliceView & {
  /** There are more than `total` matches; they are not counted. */
  uncounted: boolean;
  requests: RequestListItemView[];
  /** Known gaps of the log, newest first. */
  gaps: ReturnType<typeof gapView>[];
  /** Choices of the filters. */
  keys: KeyNameView[];
  versions: string[];
  errorCodes: string[];
};

/** `GET /internal/:mode/logs/:id` */
export function requestView(
  detail: RequestDetail,
  key: KeyNameView | null,
  railCalls: readonly RailCall[],
) {
  const { request, key: keyState, sameKey, transfers, events } = detail;
  const { requestBody, requestBytes, requestCut, responseBody, responseBytes, responseCut } =
    request;
  return {
    ...requestListItemView(request),
    /** Null: the managed key. */
    key,
    route: request.route,
    address: request.address,
    userAgent: request.userAgent,
    sent:
      requestBody === null
        ? null
        : {
            text: requestBody,
            isForm: request.requestForm,
            bytes: requestBytes,
            cut: requestCut,
          },
    /** Size of the request body, also if it was not kept. */
    sentBytes: requestBytes,
    answer:
      responseBody === null ? null : { text: responseBody, bytes: responseBytes, cut: responseCut },
    keyRecord: keyRecordView(keyState),
    railCalls: railCalls.map(railCallView),
    sameKey: sameKey.map(requestListItemView),
    transfers: transfers.map(transferView),
    events: events.map(eventWithDeliveriesView),
  };
}

export type RequestView = ReturnType<typeof requestView>;

/** The state of an idempotency key; null after 24 hours. */
export function keyRecordView(keyState: KeyState | null) {
  return (
    keyState && {
      state: keyState.state,
      createdAt: keyState.createdAt.toISOString(),
      expiresAt: keyState.expiresAt.toISOString(),
    }
  );
}

export function railCallView(call: RailCall) {
  const { amountMinor, askedAt, answeredAt, askAgainAt, ...rest } = call;
  return {
    ...rest,
    amount: amountMinor === null ? null : String(amountMinor),
    askedAt: askedAt.toISOString(),
    answeredAt: iso(answeredAt),
    askAgainAt: iso(askAgainAt),
  };
}

export type RailCallView = ReturnType<typeof railCallView>;

/** `GET /internal/:mode/timelines/:id` */
export function traceView(id: string, trace: Trace) {
  return {
    id,
    objectIds: trace.objectIds,
    requests: trace.requests.map(({ key, ...item }) => ({
      ...requestListItemView(item),
      keyRecord: keyRecordView(key),
    })),
    railCalls: trace.railCalls.map(railCallView),
    transfers: trace.transfers.map(transferView),
    events: trace.events.map(eventWithDeliveriesView),
  };
}

export type TraceView = ReturnType<typeof traceView>;

export function foundView(found: Found) {
  const { amountMinor, createdAt, ...rest } = found;
  return {
    ...rest,
    amount: amountMinor === null ? null : String(amountMinor),
    createdAt: createdAt.toISOString(),
  };
}

export type FoundView = ReturnType<typeof foundView>;

/** `GET /internal/:mode/search?q=` */
export type SearchView = { found: FoundView[] };

/** An API response in the shell. */
export type ShellAnswerView = {
  status: number;
  requestId: string | null;
  version: string | null;
  /** It is an idempotent replay. */
  replayed: boolean;
  contentType: string;
  body: string;
  /** The body is cut. */
  cut: boolean;
  durationMs: number;
  at: string;
};
