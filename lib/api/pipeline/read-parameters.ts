import { CARD_DATA_REFUSED, findCardData } from "#lib/kernel/card-numbers.ts";
import { ApiError, invalid, missing } from "#lib/kernel/errors.ts";
import { isId } from "#lib/kernel/ids.ts";
import { downgradeParam, upgradeRequest, type Wire } from "../versions/index.ts";
import { checkText } from "./check-text.ts";
import type { Exchange } from "./exchange.ts";
import { bracketPath } from "./param-names.ts";
import { parseForm } from "./parse-form.ts";
import { type Parsed, parseBody, readBody } from "./read-body.ts";
import { validate } from "./validate.ts";

/** Path, query and body as the route's schemas have them, in the newest version's words. Throws
 *  `parameter_invalid` naming the parameter as the caller's version does, and `resource_missing`
 *  for an identifier that cannot be one. */
export async function readParameters(exchange: Exchange): Promise<void> {
  readPath(exchange);
  readQuery(exchange);
  if (exchange.compiled.isWrite) await readWrite(exchange);
}

function readPath({ route, pathValues, params }: Exchange): void {
  for (const [name, prefix] of Object.entries(route.params ?? {})) {
    const value = pathValues[name] ?? "";
    if (!isId(prefix, value)) throw missing(nounOf(name), value.slice(0, 60).toWellFormed());
    params[name] = value;
  }
}

const nounOf = (name: string) => name.replace(/_id$/, "").replaceAll("_", " ");

function readQuery(exchange: Exchange): void {
  const { request, compiled } = exchange;
  const start = request.url.indexOf("?");
  const tree: Wire = start < 0 ? {} : parseForm(request.url.slice(start + 1).split("#")[0] ?? "");
  if (start >= 0) checkText(tree);
  if ("expand" in tree) {
    exchange.expand = readExpand(exchange, tree.expand);
    delete tree.expand;
  }
  exchange.query = validate(compiled.query, compiled.coerceQuery(tree));
  const { starting_after, ending_before } = exchange.query as Wire;
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalid("ending_before", "Give either starting_after or ending_before, not both.");
  }
}

function readExpand({ compiled }: Exchange, given: unknown): string[] {
  const paths = typeof given === "string" ? [given] : Object.values(given as object);
  for (const path of paths) {
    if (typeof path !== "string") throw invalid("expand", "Must be a list of names.");
    if (compiled.expandPaths.has(path)) continue;
    const possible = [...compiled.expandPaths].filter((one) => one.split(".").length <= 2);
    const hint = possible.length === 0 ? "Nothing" : possible.join(", ");
    throw invalid(
      "expand",
      `${hint} can be expanded here, not ${path.slice(0, 60).toWellFormed()}.`,
    );
  }
  return paths;
}

async function readWrite(exchange: Exchange): Promise<void> {
  const { request, compiled } = exchange;
  exchange.sent = await readBody(request, compiled.maxBodyBytes);
  const parsed = parseBody(exchange.sent);
  checkText(parsed.value);
  if (parsed.value === null || typeof parsed.value !== "object" || Array.isArray(parsed.value)) {
    throw invalid("", "The body must be an object.");
  }
  refuseCardData(exchange, parsed.value);
  exchange.body = validateBody(exchange, parsed);
}

/** Where a card is handed in to be tokenised, by route; nothing of these is kept. */
const PLACES_OF_CARDS: Readonly<Record<string, ReadonlySet<string>>> = {
  create_payment_method: new Set(["card[number]", "apple_pay[token]", "google_pay[token]"]),
  // Not kept: each row of it is looked at for itself, and told by its number.
  create_payout: new Set(["file"]),
};
const NOWHERE: ReadonlySet<string> = new Set();

/** A card number anywhere else would be kept, shown and sent on (decision 14). */
function refuseCardData({ route }: Exchange, body: unknown): void {
  const places = PLACES_OF_CARDS[route.name] ?? NOWHERE;
  const found = findCardData(body, (path) => places.has(bracketPath(path)));
  if (found) throw invalid(bracketPath(found), CARD_DATA_REFUSED);
}

/** Upgrade first, then validate (decisions §4). */
function validateBody({ route, compiled, version }: Exchange, { value, isForm }: Parsed): unknown {
  const upgraded = upgradeRequest(route.name, value as Wire, version, isForm);
  try {
    return validate(compiled.body, isForm ? compiled.coerceBody(upgraded) : upgraded);
  } catch (error) {
    if (!(error instanceof ApiError) || error.param === undefined) throw error;
    throw renamed(error, downgradeParam(route.name, error.param, version));
  }
}

/** The same refusal under the name that the caller's version has for the parameter. */
export function renamed(error: ApiError, param: string): ApiError {
  if (param === error.param) return error;
  const message = error.message.replaceAll(error.param ?? "", param);
  return new ApiError(error.code, message, { ...error.details, param });
}
