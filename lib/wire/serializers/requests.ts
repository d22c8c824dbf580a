import type { LoggedRequest, RequestListItem } from "#lib/domain/request-log/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { ApiRequestWire, ApiRequestWithBodiesWire } from "../contract/requests.ts";

export function toApiRequestWire(request: RequestListItem, mode: Mode): ApiRequestWire {
  return {
    id: request.id,
    object: "api_request",
    livemode: mode === "live",
    created: toIsoSeconds(request.createdAt),
    method: request.method,
    path: request.path,
    status: request.status,
    error_code: request.errorCode,
    duration_ms: request.durationMs,
    version: request.version,
    key: request.keyId,
    idempotency_key: request.idempotencyKey,
    idempotent_replay: request.replayed,
    object_id: request.objectId,
  };
}

export function toApiRequestWithBodiesWire(
  request: LoggedRequest,
  mode: Mode,
): ApiRequestWithBodiesWire {
  return {
    ...toApiRequestWire(request, mode),
    operation: request.route,
    ip_address: request.address,
    user_agent: request.userAgent,
    request_body: request.requestBody,
    request_bytes: request.requestBytes,
    response_body: request.responseBody,
    response_bytes: request.responseBytes,
  };
}
