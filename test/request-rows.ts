import { db, schema } from "#db/client.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { type Id, newId, newIdAt } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { Merchant } from "./merchant.ts";

type Params = Partial<Omit<typeof schema.apiRequests.$inferInsert, "accountId" | "id" | "answer">>;

/** A row of the request log at any time; by default a payment that was created. */
export async function requestRow(
  { account }: Pick<Merchant, "account">,
  params: Params = {},
): Promise<Id<"req">> {
  const createdAt = params.createdAt ?? dateFromMs(nowMs());
  const id = params.createdAt ? newIdAt("req", createdAt.getTime()) : newId("req");
  const status = params.status ?? 201;
  await db()
    .insert(schema.apiRequests)
    .values({
      accountId: account.id,
      mode: "test",
      id,
      keyId: newId("key"),
      route: "create_payment",
      method: "POST",
      path: "/v1/payments",
      version: NEWEST_VERSION,
      durationMs: 12,
      replayed: false,
      requestForm: false,
      requestBytes: 0,
      requestCut: false,
      responseBytes: 0,
      responseCut: false,
      ...params,
      status,
      answer: `${Math.floor(status / 100)}xx` as "2xx",
      createdAt,
    });
  return id;
}
