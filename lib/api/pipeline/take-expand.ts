import type { Wire } from "#lib/wire/versions/index.ts";
import { checkPaths } from "../expand/check-paths.ts";
import type { Exchange } from "./exchange.ts";

/** Removes `expand` from the query or body parameters; every route takes it. */
export function takeExpand(exchange: Exchange, tree: Wire, isJson: boolean): void {
  if (!Object.hasOwn(tree, "expand")) return;
  const paths = checkPaths(exchange.route, exchange.bearer!, tree.expand, isJson);
  exchange.expand = [...new Set([...exchange.expand, ...paths])];
  delete tree.expand;
}
