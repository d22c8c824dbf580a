import { type KnownKey, recogniseKey } from "#lib/domain/keys/index.ts";
import { callerOf } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { personBehind } from "#lib/kernel/person-behind.ts";
import { isReleased, NEWEST_VERSION } from "#lib/kernel/versions.ts";
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
  if (!bearer || bearer.lapsed) {
    throw unauthorised(
      "key_invalid",
      "This key is wrong, revoked, expired, or from the other mode.",
    );
  }
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

function unauthorised(code: "key_missing" | "key_invalid", message: string): ApiError {
  return new ApiError(code, message, { headers: { "WWW-Authenticate": "Bearer" } });
}
