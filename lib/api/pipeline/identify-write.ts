import { canonicalHash, scopedKey } from "#lib/domain/idempotency/index.ts";
import { CARD_DATA_REFUSED } from "#lib/kernel/card-data.ts";
import { holdsCardData } from "#lib/kernel/card-numbers.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { Exchange } from "./exchange.ts";

const NAME = "Idempotency-Key";
const PRINTABLE_ASCII = /^[\x20-\x7e]{1,255}$/;

/** Reads the idempotency key: required on every POST with a secret key, optional for publishable keys and DELETE
 * (decisions §1). */
export function identifyWrite(exchange: Exchange): void {
  const { request, route, compiled, bearer } = exchange;
  if (!compiled.isWrite) return;
  const key = request.headers.get(NAME);
  if (key === null) {
    if (route.method === "delete" || bearer!.kind === "publishable") return;
    throw invalid(NAME, "Send an Idempotency-Key with every write, so that it is safe to repeat.");
  }
  if (!PRINTABLE_ASCII.test(key)) {
    throw invalid(NAME, "Must be 1 to 255 printable ASCII characters.");
  }
  if (holdsCardData(key)) throw invalid(NAME, CARD_DATA_REFUSED);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => exchange.params[name] ?? "");
  const { body, expand } = exchange;
  // The stored response contains the expanded objects, so another `expand` is another request.
  const parameters = expand.length > 0 ? { ...(body as object), expand: expand.toSorted() } : body;
  const requestHash = canonicalHash(route.method, path, parameters, exchange.batch?.parts);
  exchange.idempotency = { key: scopedKey(bearer!.kind, key), requestHash };
}
