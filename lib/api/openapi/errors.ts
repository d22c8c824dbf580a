import { ERROR_CODES, type ErrorCode } from "#lib/kernel/errors.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import { isOfSandbox } from "../pipeline/authorise.ts";

const OF_EVERY_CALL: readonly ErrorCode[] = [
  "parameter_invalid",
  "version_unknown",
  "key_missing",
  "key_invalid",
  "key_scope",
  "tls_required",
  "rate_limited",
  "gateway_error",
];
const OF_EVERY_WRITE: readonly ErrorCode[] = [
  "idempotency_conflict",
  "idempotency_in_progress",
  "request_too_large",
  "content_type_unsupported",
];

/** The error codes that a call can return, by status. */
export function errorsOf(route: Route): Map<number, ErrorCode[]> {
  const codes = [
    ...OF_EVERY_CALL.filter((code) => code !== "rate_limited" || route.bucket !== "none"),
    ...(route.method === "get" ? [] : OF_EVERY_WRITE),
    ...(isOfSandbox(route) ? (["resource_missing"] as const) : []),
    ...(route.errors ?? []),
  ];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = ERROR_CODES[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}
