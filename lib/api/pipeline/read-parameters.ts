import { checkText } from "#lib/kernel/body/check-text.ts";
import { refuseCardData } from "#lib/kernel/body/parse-body.ts";
import { parseForm } from "#lib/kernel/body/parse-form.ts";
import { holdsCardData } from "#lib/kernel/card-numbers.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { excerpt } from "#lib/kernel/log.ts";
import type { Wire } from "#lib/wire/versions/index.ts";
import type { Exchange } from "./exchange.ts";
import { readWrite } from "./read-write.ts";
import { takeExpand } from "./take-expand.ts";
import { validate } from "./validate.ts";

/** Validates path, query and body against the route's schemas and upgrades them to the newest version. Throws
 * `parameter_invalid` with the parameter's name in the caller's version, and `resource_missing` for a malformed
 * identifier. */
export async function readParameters(exchange: Exchange): Promise<void> {
  readPath(exchange);
  readQuery(exchange);
  if (exchange.compiled.isWrite) await readWrite(exchange);
}

function readPath({ route, pathValues, params }: Exchange): void {
  for (const [name, prefix] of Object.entries(route.params ?? {})) {
    const value = pathValues[name] ?? "";
    // The request log stores identifiers even if no such object exists, so card numbers are refused here.
    if (!isId(prefix, value) || holdsCardData(value))
      throw missing(nounOf(name), excerpt(value, 60));
    params[name] = value;
  }
}

const nounOf = (name: string) => name.replace(/_id$/, "").replaceAll("_", " ");

function readQuery(exchange: Exchange): void {
  const { request, compiled } = exchange;
  const start = request.url.indexOf("?");
  const tree: Wire = start < 0 ? {} : parseForm(request.url.slice(start + 1).split("#")[0] ?? "");
  if (start >= 0) checkText(tree);
  refuseCardData(tree, []);
  takeExpand(exchange, tree, false);
  exchange.query = validate(compiled.query, compiled.coerceQuery(tree));
  const { starting_after, ending_before } = exchange.query as Wire;
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalid("ending_before", "Send either starting_after or ending_before, not both.");
  }
}
