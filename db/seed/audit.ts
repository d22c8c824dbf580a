import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { schema } from "#db/client.ts";
import type { Tx } from "#db/transact.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newIdAt } from "#lib/kernel/ids.ts";
import type { DemoEndpoint } from "./endpoints.ts";
import { insertAll } from "./insert-all.ts";

type Facts = Record<string, string | readonly string[]>;

/** A change that the demo's owner made in the past. */
type PastChange = {
  atMs: number;
  action: "key.created" | "key.rotated" | "endpoint.created" | "endpoint.updated";
  subject: { id: string; name: string };
  before?: Facts;
  after: Facts;
};

/** Writes changes of the demo's owner to the audit log, each with the time at which it was made. */
export async function recordPastChanges(
  tx: Tx,
  ctx: Context,
  changes: readonly PastChange[],
): Promise<void> {
  const { accountId, mode, requestId } = ctx;
  const { members, authUsers: users } = schema;
  const [owner] = await tx
    .select({ id: users.id, name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.accountId, accountId), eq(members.role, "owner")));
  const rows = changes.map((change) => ({ ...change, id: newIdAt("aud", change.atMs) }));
  await insertAll(
    tx,
    schema.auditPeople,
    rows.map(({ id, subject }) => ({
      accountId,
      id,
      salt: randomBytes(16),
      subjectName: subject.name,
      actorName: owner!.name,
    })),
  );
  await insertAll(
    tx,
    schema.auditUnsealed,
    rows.map(({ id }) => ({ accountId, id })),
  );
  await insertAll(
    tx,
    schema.auditEntries,
    rows.map(({ id, action, subject, before, after, atMs }) => ({
      accountId,
      id,
      mode,
      action,
      subjectId: subject.id,
      actorType: "member" as const,
      actorId: owner!.id,
      requestId,
      before: before ?? null,
      after,
      createdAt: dateFromMs(atMs),
    })),
  );
}

/** Registered by hand; the one that did not fail was disabled by hand, the other by the 72 hours. */
export function changesOfEndpoints(endpoints: readonly DemoEndpoint[]): PastChange[] {
  return endpoints.flatMap(({ id, url, events, version, madeMs, brokenFromMs, disabledMs }) => {
    const subject = { id, name: url };
    const created: PastChange = {
      atMs: madeMs,
      action: "endpoint.created",
      subject,
      after: { url, events, version, status: "enabled" },
    };
    const disabled: PastChange = {
      atMs: disabledMs,
      action: "endpoint.updated",
      subject,
      before: { status: "enabled" },
      after: { status: "disabled" },
    };
    return Number.isFinite(brokenFromMs) ? [created] : [created, disabled];
  });
}

type Key = { id: string; name: string; kind: string; rotatedFrom: string | null };

/** Each key made when the account was opened, or by a rotation. */
export function changesOfKeys(
  keys: readonly Key[],
  openedMs: number,
  rotatedMs: number,
): PastChange[] {
  return keys.map(({ id, name, kind, rotatedFrom }) => ({
    atMs: rotatedFrom ? rotatedMs : openedMs,
    action: rotatedFrom ? "key.rotated" : "key.created",
    subject: { id, name },
    after: { name, kind, scopes: "all" },
  }));
}
