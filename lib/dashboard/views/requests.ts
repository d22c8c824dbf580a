import type { ApiKey } from "#lib/domain/keys/index.ts";
import type { LogGap, RequestDetail } from "#lib/domain/request-log/index.ts";
import type { RailCall } from "#lib/domain/traces/index.ts";
import { announcementView, transferView } from "./payments.ts";
import { type RequestListItemView, requestListItemView, type SliceView } from "./shared.ts";
import { keyRecordView, railCallView } from "./traces.ts";

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
