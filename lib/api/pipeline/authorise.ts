import { type KnownKey, permits, recogniseKey } from "#lib/domain/keys/index.ts";
import { isWithin } from "#lib/kernel/address-ranges.ts";
import { addressOf, callerOf, personBehind } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { isReleased, NEWEST_VERSION, RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import type { Exchange } from "./exchange.ts";

const BEARER = /^Bearer +(\S+)$/i;

/** Identifies the caller by the bearer key (service.md §5). Reads the database for every request, so a revoked key is
 * refused immediately. */
export async function authenticate(exchange: Exchange): Promise<void> {
  const header = exchange.request.headers.get("authorization");
  if (header === null || header.trim() === "") {
    throw unauthorised("key_missing", "Send your key in the Authorization header as Bearer KEY.");
  }
  const bearer = await recogniseBearer(exchange.request);
  if (bearer?.lapsed) exchange.lapsed = bearer;
  if (!bearer || bearer.lapsed) throw notValid();
  exchange.bearer = bearer;
  exchange.version = isReleased(bearer.pinnedVersion) ? bearer.pinnedVersion : NEWEST_VERSION;
  const behind = bearer.managed ? personBehind(exchange.request) : undefined;
  exchange.ctx = {
    accountId: bearer.accountId,
    mode: bearer.mode,
    requestId: exchange.requestId,
    actor: { type: "key", keyId: bearer.keyId },
    merchantCountry: bearer.merchantCountry,
    clockAheadMs: bearer.clockAheadMs,
    caller: callerOf(exchange.request.headers),
    ...(behind === undefined ? {} : { behind }),
  };
}

/** The key of a request if it exists, also when it is revoked or expired. */
export async function recogniseBearer(request: Request): Promise<KnownKey | null> {
  const key = BEARER.exec(request.headers.get("authorization")?.trim() ?? "")?.[1];
  return key === undefined ? null : await recogniseKey(key);
}

/** Throws if the key of a call that is being answered may not make it any more: its answer can take minutes to send. */
export async function checkAgain(exchange: Exchange): Promise<void> {
  const bearer = await recogniseBearer(exchange.request);
  if (!bearer || bearer.lapsed) throw notValid();
  checkAddress({ ...exchange, bearer });
  checkScope({ ...exchange, bearer });
}

const notValid = () =>
  unauthorised("key_invalid", "This key is wrong, revoked, expired, or from the other mode.");

function unauthorised(code: "key_missing" | "key_invalid", message: string): ApiError {
  return new ApiError(code, message, { headers: { "WWW-Authenticate": "Bearer" } });
}

/** The header overrides the account's pin for one request (service.md §9). Throws `version_unknown` for a date that
 * is not a released version. */
export function resolveVersion(exchange: Exchange): void {
  const wanted = exchange.request.headers.get("service-version");
  if (wanted === null || wanted === "") return;
  if (!isReleased(wanted)) {
    throw new ApiError(
      "version_unknown",
      `Not a released version. Released versions are ${RELEASED_VERSIONS.join(", ")}.`,
      { param: "Service-Version" },
    );
  }
  exchange.version = wanted;
}

/** Refuses a key outside its list of addresses. The error names the address that the server saw; behind a proxy it is
 * the caller's only if TRUSTED_PROXY declares the proxy. */
export function checkAddress({ bearer, request }: Exchange): void {
  const { addresses } = bearer!;
  if (addresses === null) return;
  const address = addressOf(request.headers);
  if (isWithin(addresses, address)) return;
  throw new ApiError(
    "key_scope",
    `This key cannot be used from ${address ?? "an unknown address"}: the address is not in the key's list.`,
  );
}

/** Refuses publishable keys on server calls, secret keys on browser calls, and restricted keys outside their scopes
 * (service.md §5, decisions §1). */
export function checkScope({ bearer, route, compiled }: Exchange): void {
  const { kind } = bearer!;
  if (kind === "publishable" && !compiled.acceptsPublishable) {
    throw new ApiError(
      "key_scope",
      "A publishable key cannot make this call. Make it from your server.",
    );
  }
  if (kind === "secret" && !compiled.acceptsSecret) {
    throw new ApiError("key_scope", "Only publishable keys can make this call.");
  }
  if (kind === "secret" && route.scope !== null && !permits(bearer!, route.scope)) {
    throw new ApiError("key_scope", `This restricted key does not have the scope ${route.scope}.`);
  }
}

/** Whether a route exists in test mode only. */
export const isOfSandbox = ({ path }: Pick<Route, "path">): boolean => path.startsWith("/v1/test/");

/** Throws `resource_missing` for a sandbox route under a live key, before its parameters are read, like for an object
 * of the other mode. */
export function checkMode({ bearer, route }: Exchange): void {
  if (bearer!.mode === "live" && isOfSandbox(route)) {
    throw new ApiError(
      "resource_missing",
      `${route.path} exists in test mode only. Use a test key.`,
    );
  }
}
