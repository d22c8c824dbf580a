/** One field, with its path in dot notation. */
export type FieldChange = { before: string | null; after: string | null };

/** A version's changes, as far as a comparison needs them. */
export type ShapeChange = {
  date: string;
  affects: { objects: readonly string[] };
  fields: readonly FieldChange[];
};

export type Leaf = { path: string; value: unknown };

export type DiffRow = {
  kind: "same" | "added" | "removed" | "renamed" | "changed";
  /** The field on each side; null on the side without it. */
  left: Leaf | null;
  right: Leaf | null;
};

type Wire = Record<string, unknown>;
type Side = { version: string; object: Wire };

/** The merchant's own data counts as one field, because no version changes it. */
const WHOLE = new Set(["metadata"]);

/** Compares two versions of one object field by field, nested objects included. A field that a change declares
 *  as moved is shown as renamed in both directions. Rows are in the order of the right side. */
export function diffFields(left: Side, right: Side, changes: readonly ShapeChange[]): DiffRow[] {
  const leftLeaves = leavesOf(left.object);
  const rightLeaves = leavesOf(right.object);
  const leftByPath = new Map(leftLeaves.map((leaf) => [leaf.path, leaf]));
  const moved = movesBetween(left.version, right.version, changes);
  const scopes = [...scopesOf(left.object), ...scopesOf(right.object)];
  const used = new Set<string>();
  const rows = rightLeaves.map((leaf): DiffRow => {
    const twin = leftByPath.get(leaf.path);
    if (twin) {
      used.add(twin.path);
      const same = JSON.stringify(twin.value) === JSON.stringify(leaf.value);
      return { kind: same ? "same" : "changed", left: twin, right: leaf };
    }
    const source = sourceOf(leaf.path, leftLeaves, moved, scopes);
    if (!source) return { kind: "added", left: null, right: leaf };
    used.add(source.path);
    return { kind: "renamed", left: source, right: leaf };
  });
  const back = movesBetween(right.version, left.version, changes);
  return withRest(rows, leftLeaves, used, (path) => sourceOf(path, rightLeaves, back, scopes));
}

/** Adds the remaining fields of the left: removed, or joined into one field of the right. Each comes after the
 *  field that it followed on the left. */
function withRest(
  rows: DiffRow[],
  leaves: readonly Leaf[],
  used: ReadonlySet<string>,
  targetOf: (path: string) => Leaf | undefined,
): DiffRow[] {
  let before: string | null = null;
  for (const leaf of leaves) {
    if (!used.has(leaf.path)) {
      const place = rows.findLastIndex((row) => row.left !== null && row.left.path === before);
      const right = targetOf(leaf.path) ?? null;
      rows.splice(place + 1, 0, { kind: right ? "renamed" : "removed", left: leaf, right });
    }
    before = leaf.path;
  }
  return rows;
}

function leavesOf(value: unknown, path = ""): Leaf[] {
  const inner = entriesOf(value);
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (!inner || inner.length === 0 || WHOLE.has(name)) return [{ path, value }];
  return inner.flatMap(([key, one]) => leavesOf(one, path ? `${path}.${key}` : key));
}

function entriesOf(value: unknown): [string, unknown][] | null {
  return value !== null && typeof value === "object" ? Object.entries(value) : null;
}

type Scope = { prefix: string; kind: string };

/** The paths of API objects nested in a value. */
function scopesOf(value: unknown, path = ""): Scope[] {
  const inner = entriesOf(value) ?? [];
  const kind = (value as Wire | null)?.object;
  const own = typeof kind === "string" ? [{ prefix: path ? `${path}.` : "", kind }] : [];
  return [
    ...own,
    ...inner.flatMap(([key, one]) =>
      WHOLE.has(key) ? [] : scopesOf(one, `${path ? `${path}.` : ""}${key}`),
    ),
  ];
}

type Move = { kind: string; from: string; to: string };

/** The moved fields from one version to the other, in that direction. */
function movesBetween(from: string, to: string, changes: readonly ShapeChange[]): Move[] {
  const forward = from < to;
  const [older, newer] = forward ? [from, to] : [to, from];
  return changes
    .filter(({ date }) => date > older && date <= newer)
    .flatMap(({ affects, fields }) =>
      fields.flatMap(({ before, after }) =>
        before === null || after === null
          ? []
          : affects.objects.map((kind) =>
              forward ? { kind, from: before, to: after } : { kind, from: after, to: before },
            ),
      ),
    );
}

/** Whether one path contains the other; a null object stands for all of its fields. */
const touches = (a: string, b: string) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);

function sourceOf(
  path: string,
  leaves: readonly Leaf[],
  moves: readonly Move[],
  scopes: readonly Scope[],
): Leaf | undefined {
  const within = scopes
    .filter(({ prefix }) => path.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0];
  if (!within) return undefined;
  const { prefix, kind } = within;
  for (const move of moves) {
    if (move.kind !== kind || !touches(`${prefix}${move.to}`, path)) continue;
    const found = leaves.find((leaf) => touches(`${prefix}${move.from}`, leaf.path));
    if (found) return found;
  }
  return undefined;
}
