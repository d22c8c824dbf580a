import type { Context } from "#lib/kernel/context.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { Page } from "#lib/kernel/page.ts";
import { planReport } from "./plan-report.ts";
import * as store from "./store.ts";
import type { NamedColumn, ReportPlan, ReportQuery, ReportRow } from "./types.ts";

export type ReportPage = { limit: number; startingAfter?: string | undefined };

/**
 * One page of a report: rows newest first, or sums ordered by group. Rows that are added between pages cause neither
 * repeats nor gaps. Throws `parameter_invalid` naming the parameter. Takes no lock.
 */
export async function readReport(
  ctx: Context,
  query: ReportQuery,
  page: ReportPage,
): Promise<Page<ReportRow>> {
  const { layout } = query;
  if (layout === "adyen" || layout === "decimal") {
    throw invalid("layout", `The ${layout} layout is available as CSV only: send format=csv.`);
  }
  const plan = planReport(ctx, query);
  return plan.groups.length > 0 ? await sums(plan, page) : await rows(plan, page);
}

async function rows(plan: ReportPlan, { limit, startingAfter }: ReportPage) {
  const found = await store.readRows(plan, { limit, startingAfter });
  const last = found[limit - 1];
  return pageOf(plan, found, limit, () => String(last?.row_id));
}

/** A sum has no id, so its cursor is made from its group values. */
async function sums(plan: ReportPlan, { limit, startingAfter }: ReportPage) {
  const after = startingAfter === undefined ? null : readSumCursor(plan, startingAfter);
  const found = await store.readSums(plan, { limit, after });
  const last = found[limit - 1];
  const values = plan.groups.map(({ name }) => String(last?.[name] ?? ""));
  return pageOf(plan, found, limit, () =>
    Buffer.from(JSON.stringify(values)).toString("base64url"),
  );
}

function pageOf(
  { columns }: ReportPlan,
  found: readonly Record<string, unknown>[],
  limit: number,
  cursor: () => string,
): Page<ReportRow> {
  const hasMore = found.length > limit;
  return {
    items: found.slice(0, limit).map((row) => toRow(columns, row)),
    hasMore,
    nextCursor: hasMore ? cursor() : null,
  };
}

function toRow(columns: readonly NamedColumn[], row: Record<string, unknown>): ReportRow {
  return Object.fromEntries(
    columns.map(({ name, kind }) => {
      const value = row[name] ?? null;
      if (value === null || kind === "text" || kind === "code")
        return [name, value as string | null];
      return [name, Number(value)];
    }),
  );
}

function readSumCursor({ groups }: ReportPlan, cursor: string): string[] {
  const values = parse(Buffer.from(cursor, "base64url").toString());
  const fits =
    Array.isArray(values) &&
    values.length === groups.length &&
    values.every((value) => typeof value === "string" && !value.includes("\0"));
  if (!fits) throw invalid("starting_after", "Must be the cursor of a row of this report.");
  return values;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
