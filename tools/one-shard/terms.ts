import type { Node } from "libpg-query";

/** Where the value of a column can come from. */
export type Root =
  | { kind: "one"; param: number }
  | { kind: "constant"; value: string }
  /** One of the elements of an array parameter: by `= any`, or a row of `unnest`. */
  | { kind: "any"; param: number }
  | { kind: "row"; param: number };

/** A column of a table, or of a part of a statement. It is bound if a root or another bound term gives its value. */
export class Term {
  readonly #from = new Set<Term>();
  /** Bound only if all of these are: the arms of a union, the rows of a values list. */
  readonly #arms: readonly Term[];
  readonly root: Root | null;

  constructor({ root = null, arms = [] }: { root?: Root | null; arms?: readonly Term[] } = {}) {
    this.root = root;
    this.#arms = arms;
  }

  /** Says that this term is equal to `other`, which may give it its value. */
  takesFrom(other: Term): void {
    this.#from.add(other);
  }

  /** Everything that can give its value; empty if nothing does. */
  roots(visiting = new Set<Term>()): readonly Root[] {
    if (this.root) return [this.root];
    if (visiting.has(this)) return [];
    visiting.add(this);
    const found = [...this.#from].flatMap((term) => term.roots(visiting));
    const arms = this.#arms.map((term) => term.roots(new Set(visiting)));
    const bound = arms.length > 0 && arms.every((roots) => roots.length > 0);
    return bound ? [...found, ...arms.flat()] : found;
  }
}

/** Says that two terms are equal. */
function equate(a: Term, b: Term): void {
  a.takesFrom(b);
  b.takesFrom(a);
}

/** A part of a statement that has columns: a table, a CTE, a subquery, a function in `from`. */
export type Relation = {
  /** The term of a column; undefined if it has no such column. */
  column(name: string): Term | undefined;
  /** Terms of `*`, by name. */
  all(): ReadonlyMap<string, Term>;
};

/** A relation of named columns. */
export function relationOf(columns: ReadonlyMap<string, Term>): Relation {
  return { column: (name) => columns.get(name), all: () => columns };
}

/** The relations that a part of a statement can name. */
export class Scope {
  readonly #relations = new Map<string, Relation>();
  readonly #ctes = new Map<string, Relation>();
  readonly #parent: Scope | null;

  constructor(parent: Scope | null = null) {
    this.#parent = parent;
  }

  add(alias: string, relation: Relation): void {
    this.#relations.set(alias, relation);
  }

  addCte(name: string, relation: Relation): void {
    this.#ctes.set(name, relation);
  }

  cte(name: string): Relation | undefined {
    return this.#ctes.get(name) ?? this.#parent?.cte(name);
  }

  relation(alias: string): Relation | undefined {
    return this.#relations.get(alias) ?? this.#parent?.relation(alias);
  }

  /** The column `name` of whichever relation has it. */
  column(name: string): Term | undefined {
    for (const relation of this.#relations.values()) {
      const term = relation.column(name);
      if (term) return term;
    }
    return this.#parent?.column(name);
  }

  /** Terms of `*`. */
  all(): Map<string, Term> {
    return new Map([...this.#relations.values()].flatMap((relation) => [...relation.all()]));
  }
}

/** The columns of the side of an outer join that may be missing. */
export type Side = ReadonlySet<Term> | undefined;

/** Two terms are equal; in an outer join that binds only what may be missing. */
export function bind(a: Term, b: Term, side: Side): void {
  if (!side) equate(a, b);
  else if (side.has(a)) a.takesFrom(b);
  else if (side.has(b)) b.takesFrom(a);
}

/** A term that another gives its value, but not the other way round. */
export function copyOf(term: Term): Term {
  const copy = new Term();
  copy.takesFrom(term);
  return copy;
}

/** The same columns under other names, as an alias gives them. */
export const renamed = (columns: ReadonlyMap<string, Term>, names: readonly string[]) =>
  new Map([...columns].map(([name, term], i) => [names[i] ?? name, term]));

/** The names in a list of the parser's nodes. */
export function namesOf(nodes: readonly Node[] | undefined): string[] {
  return (nodes ?? []).flatMap((node) => ("String" in node ? [node.String.sval ?? ""] : []));
}
