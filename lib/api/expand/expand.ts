import { type Bearer, permits } from "#lib/domain/keys/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { Wire } from "../versions/index.ts";
import { EXPANDERS } from "./expanders.ts";
import { EXPANDABLE } from "./paths.ts";

/** Paths with a common beginning, joined: `customer` and `customer.default_payment_method`. */
type Tree = Map<string, Tree>;

function treeOf(paths: readonly string[]): Tree {
  const root: Tree = new Map();
  for (const path of paths) {
    let node = root;
    for (const part of path.split(".")) {
      const next = node.get(part) ?? new Map();
      node.set(part, next);
      node = next;
    }
  }
  return root;
}

/** Inlines related objects in a response, which is changed in place: one query per field, however
 *  long the list. Throws `key_scope` when a restricted key may not read what it names. */
export async function expand(
  ctx: Context,
  bearer: Pick<Bearer, "scopes">,
  wire: Wire,
  paths: readonly string[],
): Promise<void> {
  const tree = treeOf(paths);
  const list = tree.get("data");
  if (list && Array.isArray(wire.data)) await inline(ctx, bearer, wire.data as Wire[], list);
  else await inline(ctx, bearer, [wire], tree);
}

async function inline(
  ctx: Context,
  bearer: Pick<Bearer, "scopes">,
  objects: readonly Wire[],
  tree: Tree,
): Promise<void> {
  for (const [field, below] of tree) {
    // A payment and a bank payment may stand in one list, and not have the same fields.
    const targetOf = (object: Wire) => EXPANDABLE[String(object.object)]?.[field];
    const holders = objects.filter(
      (object) => typeof object[field] === "string" && targetOf(object),
    );
    const target = holders[0] && targetOf(holders[0]);
    const expander = target === undefined ? undefined : EXPANDERS[target];
    if (!expander || holders.length === 0) continue;
    if (!permits(bearer, expander.scope)) {
      const message = `This restricted key does not have the scope ${expander.scope}, which expanding ${field} needs.`;
      throw new ApiError("key_scope", message, { param: "expand" });
    }
    const ids = [...new Set(holders.map((object) => object[field] as string))];
    const found = await expander.load(ctx, ids);
    const inlined: Wire[] = [];
    for (const object of holders) {
      const related = found.get(object[field] as string);
      if (!related) continue;
      // A copy each, so that what is inlined further down stays with its own parent.
      object[field] = { ...related };
      inlined.push(object[field] as Wire);
    }
    if (below.size > 0) await inline(ctx, bearer, inlined, below);
  }
}
