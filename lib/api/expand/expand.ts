import type { Context } from "#lib/kernel/context.ts";
import type { Wire } from "#lib/wire/versions/index.ts";
import { EXPANDERS, kindOfId } from "./expanders.ts";
import { EXPANDABLE, type Fields, isKinds, type Kind } from "./paths.ts";

/** Paths joined by their common prefixes: `customer` and `customer.default_payment_method`. */
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

/** Expands related objects in a response, in place: one query per field and kind, however long the list. Paths must
 * have passed `checkPaths`. Keeps objects that are expanded already. Returns whether anything was expanded. */
export async function expand(ctx: Context, wire: Wire, paths: readonly string[]): Promise<boolean> {
  const tree = treeOf(paths);
  const list = tree.get("data");
  const isList = list !== undefined && Array.isArray(wire.data);
  const objects = isList ? (wire.data as Wire[]) : [wire];
  return await inline(ctx, objects, isList ? list : tree, {});
}

/** Holds an identifier or an object: a field, or an element of a list field. */
type Slot = { holder: Record<string | number, unknown>; name: string | number };

function slotsOf(object: Wire, field: string): Slot[] {
  const value = object[field];
  if (!Array.isArray(value)) return [{ holder: object, name: field }];
  return value.map((_, name) => ({ holder: value as unknown as Slot["holder"], name }));
}

/** `part`: the fields of nested objects that have no `object` field. */
async function inline(
  ctx: Context,
  objects: readonly Wire[],
  tree: Tree,
  part: Fields,
): Promise<boolean> {
  let inlined = false;
  for (const [field, below] of tree) {
    // Payments and bank payments can be in one list and have different fields.
    const holders = objects.filter((object) => targetOf(object, part, field));
    const slots = holders.flatMap((object) => slotsOf(object, field));
    const target = holders[0] && targetOf(holders[0], part, field);
    if (!target) continue;
    if (isKinds(target)) inlined = (await fill(ctx, slots)) || inlined;
    if (below.size === 0) continue;
    const inner = slots.map(({ holder, name }) => holder[name]).filter(isWire);
    inlined = (await inline(ctx, inner, below, isKinds(target) ? {} : target)) || inlined;
  }
  return inlined;
}

function targetOf(object: Wire, part: Fields, field: string): readonly Kind[] | Fields | undefined {
  const fields = EXPANDABLE[String(object.object)] ?? part;
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}

const isWire = (value: unknown): value is Wire =>
  value !== null && typeof value === "object" && !Array.isArray(value);

async function fill(ctx: Context, slots: readonly Slot[]): Promise<boolean> {
  const idsOf = new Map<Kind, Set<string>>();
  for (const { holder, name } of slots) {
    const id = holder[name];
    const kind = typeof id === "string" ? kindOfId(id) : undefined;
    if (kind) idsOf.set(kind, (idsOf.get(kind) ?? new Set()).add(id as string));
  }
  let filled = false;
  for (const [kind, ids] of idsOf) {
    const found = await EXPANDERS[kind].load(ctx, [...ids]);
    for (const { holder, name } of slots) {
      const related = found.get(holder[name] as string);
      if (!related) continue;
      // A copy each, because the same object can be expanded further under another parent.
      holder[name] = { ...related };
      filled = true;
    }
  }
  return filled;
}
