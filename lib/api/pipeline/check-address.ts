import { isWithin } from "#lib/kernel/address-ranges.ts";
import { addressOf } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { Exchange } from "./exchange.ts";

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
