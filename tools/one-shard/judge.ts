import type {
  DeleteStmt,
  InsertStmt,
  JoinExpr,
  Node,
  RangeFunction,
  RangeSubselect,
  RangeVar,
  SelectStmt,
  UpdateStmt,
  WithClause,
} from "libpg-query";
import { parse } from "libpg-query";
import {
  bind,
  copyOf,
  namesOf,
  type Relation,
  type Root,
  relationOf,
  renamed,
  Scope,
  type Side,
  Term,
} from "./terms.ts";

/** The tables of a database, by name: their columns, and the one that holds the account, if they are distributed. */
export type Tables = ReadonlyMap<string, { columns: ReadonlySet<string>; account: string | null }>;

/** A use of a distributed table, and what its account can be. */
export type TableUse = { table: string; accounts: readonly Root[] };

/** "rows": an account may come from another part of the statement, as the rows of a CTE. "alone": each part is taken
 *  alone, as Citus does when it looks for the shards of a table. */
export type Reading = "rows" | "alone";

/**
 * Every use of a distributed table in a statement of any number of parts, with what binds its account: a parameter, a
 * constant or an array, by equality, through whatever joins. Throws if PostgreSQL could not parse it.
 */
export async function usesOf(
  text: string,
  tables: Tables,
  reading: Reading = "rows",
): Promise<TableUse[]> {
  const { stmts = [] } = await parse(text);
  return stmts.flatMap(({ stmt }) => (stmt ? new Judge(tables, reading).uses(stmt) : []));
}

/** Reads one statement. Equalities inside `or` and `not` bind nothing. */
class Judge {
  readonly #tables: Tables;
  readonly #reading: Reading;
  readonly #uses: Array<{ table: string; term: Term }> = [];

  constructor(tables: Tables, reading: Reading) {
    this.#tables = tables;
    this.#reading = reading;
  }

  uses(statement: Node): TableUse[] {
    this.#statement(statement, new Scope());
    return this.#uses.map(({ table, term }) => ({ table, accounts: term.roots() }));
  }

  /** The columns that a query returns. */
  #statement(node: Node, outer: Scope): Map<string, Term> {
    if ("SelectStmt" in node) return this.#select(node.SelectStmt, outer);
    if ("InsertStmt" in node) return this.#insert(node.InsertStmt, outer);
    if ("UpdateStmt" in node) return this.#change(node.UpdateStmt, outer);
    if ("DeleteStmt" in node) return this.#change(node.DeleteStmt, outer);
    return new Map();
  }

  #select(select: SelectStmt, outer: Scope): Map<string, Term> {
    const scope = new Scope(outer);
    this.#with(select.withClause, scope);
    if (select.op && select.op !== "SETOP_NONE") {
      const arms = [select.larg, select.rarg].map((arm) => [
        ...this.#select(arm as SelectStmt, scope),
      ]);
      return new Map(
        arms[0]!.map(([name, term], i) => {
          const other = arms[1]![i]?.[1];
          return [name, other ? new Term({ arms: [term, other] }) : new Term()];
        }),
      );
    }
    if (select.valuesLists) return this.#values(select.valuesLists, scope);
    for (const item of select.fromClause ?? []) this.#from(item, scope);
    this.#conditions(select.whereClause, scope);
    this.#inside([select.targetList, select.havingClause, select.groupClause], scope);
    return this.#outputs(select.targetList, scope);
  }

  #insert(insert: InsertStmt, outer: Scope): Map<string, Term> {
    const scope = new Scope(outer);
    this.#with(insert.withClause, scope);
    const source = insert.selectStmt ? [...this.#statement(insert.selectStmt, scope).values()] : [];
    const target = this.#target(insert.relation!, scope);
    const names = (insert.cols ?? []).map((col) => ("ResTarget" in col ? col.ResTarget.name : ""));
    for (const [i, name] of names.entries()) {
      const [column, value] = [target.column(name ?? ""), source[i]];
      if (column && value) column.takesFrom(value);
    }
    this.#inside([insert.onConflictClause], scope);
    return this.#outputs(insert.returningClause?.exprs, scope);
  }

  #change(change: UpdateStmt | DeleteStmt, outer: Scope): Map<string, Term> {
    const scope = new Scope(outer);
    this.#with(change.withClause, scope);
    this.#target(change.relation!, scope);
    const from = "usingClause" in change ? change.usingClause : (change as UpdateStmt).fromClause;
    for (const item of from ?? []) this.#from(item, scope);
    this.#conditions(change.whereClause, scope);
    if ("targetList" in change) this.#inside([change.targetList], scope);
    return this.#outputs(change.returningClause?.exprs, scope);
  }

  #with(clause: WithClause | undefined, scope: Scope): void {
    for (const each of clause?.ctes ?? []) {
      if (!("CommonTableExpr" in each)) continue;
      const { ctename, ctequery, aliascolnames = [] } = each.CommonTableExpr;
      // Within a recursive CTE its own rows bind nothing.
      if (clause?.recursive) scope.addCte(ctename!, relationOf(new Map()));
      const columns = renamed(this.#statement(ctequery!, scope), namesOf(aliascolnames));
      scope.addCte(ctename!, relationOf(columns));
    }
  }

  #target(relation: RangeVar, scope: Scope): Relation {
    const { relname, alias } = relation;
    const made = this.#table(relname!);
    scope.add(alias?.aliasname ?? relname!, made);
    return made;
  }

  /** Adds what `from` names to the scope, and returns it. */
  #from(node: Node, scope: Scope): Relation[] {
    if ("JoinExpr" in node) return this.#join(node.JoinExpr, scope);
    const [alias, relation] = this.#source(node, scope);
    scope.add(alias, relation);
    return [relation];
  }

  #source(node: Node, scope: Scope): [string, Relation] {
    if ("RangeVar" in node) {
      const { relname, alias, schemaname } = node.RangeVar;
      const cte = schemaname ? undefined : scope.cte(relname!);
      return [alias?.aliasname ?? relname!, cte ? this.#read(cte) : this.#table(relname!)];
    }
    if ("RangeSubselect" in node) return this.#subselect(node.RangeSubselect, scope);
    if ("RangeFunction" in node) return this.#function(node.RangeFunction, scope);
    return ["", relationOf(new Map())];
  }

  /** A CTE that is read here: what binds it here does not bind it elsewhere. */
  #read(cte: Relation): Relation {
    const copies = [...cte.all()].map(([name, term]) => {
      return [name, this.#reading === "rows" ? copyOf(term) : new Term()] as const;
    });
    return relationOf(new Map(copies));
  }

  #subselect({ subquery, alias }: RangeSubselect, scope: Scope): [string, Relation] {
    const columns = renamed(this.#statement(subquery!, scope), namesOf(alias?.colnames));
    const select = "SelectStmt" in subquery! ? subquery.SelectStmt : null;
    // A condition outside goes into the subquery, unless its rows are counted first.
    const reaches = !select?.limitCount;
    const copies = [...columns].map(([name, term]) => {
      const copy = copyOf(term);
      if (reaches) term.takesFrom(copy);
      return [name, copy] as const;
    });
    return [alias?.aliasname ?? "", relationOf(new Map(copies))];
  }

  #function({ functions = [], alias }: RangeFunction, scope: Scope): [string, Relation] {
    const terms: Term[] = [];
    for (const each of functions) {
      const call = "List" in each ? each.List.items?.[0] : undefined;
      if (call) terms.push(...this.#rows(call, scope));
      this.#inside([each], scope);
    }
    const names = namesOf(alias?.colnames);
    const name = alias?.aliasname ?? "";
    const columns = terms.map((term, i) => [names[i] ?? name, term] as const);
    return [name, relationOf(new Map(columns))];
  }

  /** The columns of `unnest`. */
  #rows(node: Node, scope: Scope): Term[] {
    if (!("FuncCall" in node) || namesOf(node.FuncCall.funcname).at(-1) !== "unnest") return [];
    return (node.FuncCall.args ?? []).map((arg) => {
      const root = this.#term(arg, scope)?.root;
      return root?.kind === "one"
        ? new Term({ root: { kind: "row", param: root.param } })
        : new Term();
    });
  }

  #join({ jointype, larg, rarg, quals, usingClause }: JoinExpr, scope: Scope): Relation[] {
    const left = this.#from(larg!, scope);
    const right = this.#from(rarg!, scope);
    const optional = { JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: [] }[jointype as string];
    const side = optional && new Set(optional.flatMap((each) => [...each.all().values()]));
    this.#conditions(quals, scope, side);
    for (const name of namesOf(usingClause)) {
      const [a, b] = [left, right].map((of) => of.find((each) => each.column(name))?.column(name));
      if (a && b) bind(a, b, side);
    }
    return [...left, ...right];
  }

  #table(name: string): Relation {
    const table = this.#tables.get(name);
    const columns = new Map([...(table?.columns ?? [])].map((column) => [column, new Term()]));
    if (table?.account) this.#uses.push({ table: name, term: columns.get(table.account)! });
    return relationOf(columns);
  }

  /** Equalities that hold for every row. */
  #conditions(node: Node | undefined, scope: Scope, side?: Side): void {
    if (!node) return;
    if ("BoolExpr" in node && node.BoolExpr.boolop === "AND_EXPR") {
      for (const part of node.BoolExpr.args ?? []) this.#conditions(part, scope, side);
      return;
    }
    for (const [a, b] of this.#equal(node, scope)) bind(a, b, side);
    this.#inside([node], scope);
  }

  #equal(node: Node, scope: Scope): Array<[Term, Term]> {
    if (!("A_Expr" in node)) return [];
    const { kind, name, lexpr, rexpr } = node.A_Expr;
    if (namesOf(name)[0] !== "=" || !lexpr || !rexpr) return [];
    if (kind === "AEXPR_OP" && "RowExpr" in lexpr && "RowExpr" in rexpr) {
      const others = rexpr.RowExpr.args ?? [];
      return (lexpr.RowExpr.args ?? []).flatMap((one, i) => this.#pair(one, others[i]!, scope));
    }
    if (kind === "AEXPR_OP") return this.#pair(lexpr, rexpr, scope);
    const left = this.#term(lexpr, scope);
    const root = this.#term(rexpr, scope)?.root;
    if (kind !== "AEXPR_OP_ANY" || !left || root?.kind !== "one") return [];
    return [[left, new Term({ root: { kind: "any", param: root.param } })]];
  }

  #pair(left: Node, right: Node, scope: Scope): Array<[Term, Term]> {
    const [a, b] = [this.#term(left, scope), this.#term(right, scope)];
    return a && b ? [[a, b]] : [];
  }

  /** The term of a column, parameter or constant. */
  #term(node: Node, scope: Scope): Term | undefined {
    if ("TypeCast" in node) return this.#term(node.TypeCast.arg!, scope);
    if ("ParamRef" in node) {
      return new Term({ root: { kind: "one", param: node.ParamRef.number! } });
    }
    if ("A_Const" in node) {
      const value = node.A_Const.sval?.sval;
      return value === undefined ? undefined : new Term({ root: { kind: "constant", value } });
    }
    if (!("ColumnRef" in node)) return undefined;
    const names = namesOf(node.ColumnRef.fields);
    return names.length > 1
      ? scope.relation(names.at(-2)!)?.column(names.at(-1)!)
      : scope.column(names[0] ?? "");
  }

  #values(lists: readonly Node[], scope: Scope): Map<string, Term> {
    const rows = lists.map((each) => ("List" in each ? (each.List.items ?? []) : []));
    const columns = (rows[0] ?? []).map((_, i) => {
      const arms = rows.map((row) => this.#term(row[i]!, scope) ?? new Term());
      return [`column${i + 1}`, new Term({ arms })] as const;
    });
    this.#inside(lists, scope);
    return new Map(columns);
  }

  /** The columns of a list of expressions. */
  #outputs(list: readonly Node[] | undefined, scope: Scope): Map<string, Term> {
    const found = new Map<string, Term>();
    for (const [i, each] of (list ?? []).entries()) {
      const target = "ResTarget" in each ? each.ResTarget : {};
      const value = target.val;
      const ref = value && "ColumnRef" in value ? value.ColumnRef.fields : undefined;
      if (ref?.some((field) => "A_Star" in field)) {
        const of = namesOf(ref)[0];
        const all = of === undefined ? scope.all() : (scope.relation(of)?.all() ?? new Map());
        for (const [name, term] of all) found.set(name, term);
        continue;
      }
      const term = value && (this.#term(value, scope) ?? this.#rows(value, scope)[0]);
      const name = target.name ?? (ref ? namesOf(ref).at(-1) : undefined) ?? `column ${i}`;
      found.set(name, term ?? new Term());
    }
    return found;
  }

  /** Reads the subqueries within expressions. */
  #inside(node: unknown, scope: Scope): void {
    if (Array.isArray(node)) for (const each of node) this.#inside(each, scope);
    else if (node !== null && typeof node === "object") {
      if ("SubLink" in node) {
        const { subselect, testexpr } = node.SubLink as { subselect: Node; testexpr?: Node };
        this.#statement(subselect, scope);
        this.#inside(testexpr, scope);
      } else for (const each of Object.values(node)) this.#inside(each, scope);
    }
  }
}
