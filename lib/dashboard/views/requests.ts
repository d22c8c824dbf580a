import type { KeyState } from "#lib/domain/idempotency/index.ts";
import type { ApiKey } from "#lib/domain/keys/index.ts";
import type { Found } from "#lib/domain/lookup/index.ts";
import type { LogGap, RequestDetail } from "#lib/domain/request-log/index.ts";
import type { RailCall, Trace } from "#lib/domain/traces/index.ts";
import { announcementView, transferView } from "./payments.ts";
import { iso, type RequestListItemView, requestListItemView, type SliceView } from "./shared.ts";

/** What the log calls a key; the dashboard's own has no name of the merchant's. */
export function keyNameView({ id, name, hint }: Pick<ApiKey, "id" | "name" | "hint">) {
  return { id, name, hint };
}

export type KeyNameView = ReturnType<typeof keyNameView>;

export function gapView({ fromAt, toAt, requests }: LogGap) {
  return { from: fromAt.toISOString(), to: toAt.toISOString(), requests };
}

/** `GET /internal/:mode/logs` */
export type RequestListView = SliceView & {
  /** There are more than `total`; they are not counted. */
  uncounted: boolean;
  requests: RequestListItemView[];
  /** What is known to be missing, newest first. */
  gaps: ReturnType<typeof gapView>[];
  /** What the filters offer. */
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
  const { request, key: standing, sameKey, transfers, announcements } = detail;
  const { requestBody, requestBytes, requestCut, responseBody, responseBytes, responseCut } =
    request;
  return {
    ...requestListItemView(request),
    /** Null: the dashboard's own. */
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
    /** Of what was sent, kept or not. */
    sentBytes: requestBytes,
    answer:
      responseBody === null ? null : { text: responseBody, bytes: responseBytes, cut: responseCut },
    keyRecord: keyRecordView(standing),
    railCalls: railCalls.map(railCallView),
    sameKey: sameKey.map(requestListItemView),
    transfers: transfers.map(transferView),
    events: announcements.map(announcementView),
  };
}

export type RequestView = ReturnType<typeof requestView>;

/** What is kept of an idempotency key; nothing once its day is over. */
export function keyRecordView(standing: KeyState | null) {
  return (
    standing && {
      state: standing.state,
      createdAt: standing.createdAt.toISOString(),
      expiresAt: standing.expiresAt.toISOString(),
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
    requests: trace.requests.map(({ key, ...line }) => ({
      ...requestListItemView(line),
      keyRecord: keyRecordView(key),
    })),
    railCalls: trace.railCalls.map(railCallView),
    transfers: trace.transfers.map(transferView),
    events: trace.announcements.map(announcementView),
  };
}

export type TraceView = ReturnType<typeof traceView>;

/** Something that was found, as one line. */
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

/** An answer of the API as the shell shows it. */
export type ShellAnswerView = {
  status: number;
  requestId: string | null;
  version: string | null;
  /** It was the first answer to its idempotency key again. */
  replayed: boolean;
  contentType: string;
  body: string;
  /** The body is longer than what is shown of it. */
  cut: boolean;
  durationMs: number;
  /** When it was answered. */
  at: string;
};
