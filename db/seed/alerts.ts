import { and, eq } from "drizzle-orm";
import { schema } from "#db/client.ts";
import { type AlertRule, type Occurrence, tryRule } from "#lib/domain/alerts/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newIdAt } from "#lib/kernel/ids.ts";
import { type Tx, transact } from "../transact.ts";
import type { DemoEndpoint } from "./endpoints.ts";
import { insertAll } from "./insert-all.ts";

/** Alerts of the last days are unread. */
const UNREAD_MS = 3 * DAY_MS;
const DISABLED_AFTER_MS = 72 * HOUR_MS;

/** The failures of the endpoint that was disabled by them, as the watch of endpoints keeps them. */
export async function writeOutages(
  tx: Tx,
  { accountId, mode }: Context,
  endpoints: readonly DemoEndpoint[],
): Promise<void> {
  const rows = endpoints
    .filter(({ brokenFromMs, disabledMs }) => disabledMs - brokenFromMs >= DISABLED_AFTER_MS)
    .map(({ id, brokenFromMs }) => ({
      ...{ accountId, mode, endpointId: id, since: dateFromMs(brokenFromMs) },
      hours: DISABLED_AFTER_MS / HOUR_MS,
    }));
  await insertAll(tx, schema.endpointOutages, rows);
}

/** The alerts that the default rules would have told of the demo's data in the last 30 days: exactly what a trial of each
 *  rule finds. */
export async function writeAlerts(ctx: Context): Promise<void> {
  const found = await transact(async (tx) => {
    const { alertRules: r, members: m } = schema;
    const { accountId, mode } = ctx;
    const rules = await tx
      .select()
      .from(r)
      .where(and(eq(r.accountId, accountId), eq(r.mode, mode)));
    const [owner] = await tx
      .select({ userId: m.userId })
      .from(m)
      .where(and(eq(m.accountId, accountId), eq(m.role, "owner")));
    return { rules, userId: owner!.userId };
  });
  const told: ReturnType<typeof alertRow>[] = [];
  for (const rule of found.rules) {
    const { found: occurrences } = await tryRule(ctx, rule);
    told.push(...occurrences.map((one) => alertRow(ctx, rule, one)));
  }
  await transact(async (tx) => {
    await insertAll(tx, schema.alerts, told);
    await insertAll(
      tx,
      schema.alertInbox,
      told.map(({ accountId, mode, id, at }) => ({
        ...{ accountId, mode, userId: found.userId, alertId: id, mailed: false },
        readAt: nowMs() - at.getTime() < UNREAD_MS ? null : dateFromMs(at.getTime() + HOUR_MS),
      })),
    );
    for (const { id, accountId, mode } of found.rules) {
      const last = told.filter(({ ruleId }) => ruleId === id).at(-1);
      const { alertRules: r } = schema;
      if (!last) continue;
      await tx
        .update(r)
        .set({ firedAt: last.at })
        .where(and(eq(r.accountId, accountId), eq(r.mode, mode), eq(r.id, id)));
    }
    const watch = {
      accountId: ctx.accountId,
      mode: ctx.mode,
      id: "rules",
      dueAt: dateFromMs(nowMs()),
    };
    await tx.insert(schema.alertWatches).values(watch).onConflictDoNothing();
  });
}

function alertRow({ accountId, mode }: Context, rule: AlertRule, one: Occurrence) {
  const { subject, paragraphs, path, action } = one.content;
  // An endpoint that was disabled meanwhile no longer fails.
  const isOver = rule.kind === "endpoint_failing";
  return {
    ...{ accountId, mode, id: newIdAt("alt", one.at.getTime()), ruleId: rule.id },
    ...{ kind: rule.kind, key: one.key, title: subject, path, action, at: one.at },
    why: paragraphs.join(" ") || `${subject}.`,
    resolvedAt: isOver ? dateFromMs(one.at.getTime() + DAY_MS) : one.until,
    muted: false,
    createdAt: one.at,
  };
}
