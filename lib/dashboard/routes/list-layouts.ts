import { z } from "zod";
import { customerMetadataKeys } from "#lib/domain/customers/index.ts";
import { deleteLayout, saveLayout } from "#lib/domain/list-layouts/index.ts";
import { paymentMetadataKeys } from "#lib/domain/payments/index.ts";
import { payoutMetadataKeys } from "#lib/domain/payouts/index.ts";
import { refundMetadataKeys } from "#lib/domain/refunds/index.ts";
import { subscriptionMetadataKeys } from "#lib/domain/subscriptions/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { LIST_NAMES, METADATA_LISTS, type MetadataList } from "#lib/kernel/vocabulary/lists.ts";
import { MOST_COLUMNS } from "../column-names.ts";
import { readChoice } from "../list-params.ts";
import { readBody } from "../read-body.ts";
import { reply, routesAt } from "../typed-routes.ts";

export const listLayoutRoutes = routesAt("/list-layouts");

const column = z.string().min(1).max(60);

/** Both null: the usual columns and widths. */
export const listLayout = z.strictObject({
  list: z.enum(LIST_NAMES),
  columns: z.array(column).min(1).max(MOST_COLUMNS).nullable(),
  widths: z.record(column, z.int().min(40).max(1_000)),
});

/** Keeps the columns that a person chose for a list. A preference, so it leaves no audit entry. */
listLayoutRoutes.post("/", async (c) => {
  const { list, ...layout } = await readBody(c, listLayout);
  const owner = { accountId: c.get("membership").accountId, userId: c.get("user").id };
  const isUsual = layout.columns === null && Object.keys(layout.widths).length === 0;
  if (isUsual) await deleteLayout(owner, list);
  else await saveLayout(owner, list, layout);
  return reply(c, { kept: !isUsual });
});

export const metadataKeyRoutes = routesAt("/:mode/metadata-keys");

const KEYS: Readonly<Record<MetadataList, (ctx: Context) => Promise<string[]>>> = {
  payments: paymentMetadataKeys,
  refunds: refundMetadataKeys,
  disputes: paymentMetadataKeys,
  customers: customerMetadataKeys,
  subscriptions: subscriptionMetadataKeys,
  payouts: payoutMetadataKeys,
};

/** The metadata keys of the newest rows, which a list offers as columns. */
metadataKeyRoutes.get("/", async (c) => {
  const of = readChoice(c, "of", METADATA_LISTS);
  return reply(c, { keys: await KEYS[of](c.get("ctx")) });
});
