import { sql } from "drizzle-orm";
import { isoText, newestMetadataKeys, readOwnMore } from "#db/more-columns.ts";
import { payments as p } from "#db/schema/payments.ts";
import { tagsText } from "#db/tags.ts";
import { entriesFigures } from "#lib/domain/balance/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { MoreValues } from "#lib/kernel/page.ts";
import { LIABILITY_SQL } from "./traits-store.ts";

/** A fact of what the acquirer reported, as text. */
const told = (name: string) =>
  sql<string | null>`${p.acquirerResponse} ->> ${sql.raw(`'${name}'`)}`;

const KNOWN = {
  captured: p.amountCaptured,
  network: p.cardBrand,
  issuer: p.cardIssuer,
  issuerCountry: p.cardCountry,
  bin: p.cardBin,
  funding: p.cardFunding,
  sca: p.sca,
  eci: told("eci"),
  liability: LIABILITY_SQL,
  addressCheck: told("avsResult"),
  codeCheck: told("cvcResult"),
  arn: told("arn"),
  exemption: p.exemption,
  captureMode: p.capture,
  descriptor: p.statementDescriptor,
  networkCode: p.networkDeclineCode,
  advice: p.adviceCode,
  subscription: p.subscriptionId,
  invoice: p.invoiceId,
  mandate: p.mandateId,
  settlement: p.settlementId,
  retryOf: p.retryOf,
  updated: isoText(p.updatedAt),
};

/** Returns the optional columns of a page of payments, by id. Net and fees are looked up only when asked for. Takes no
 *  lock. */
export async function morePaymentColumns(
  ctx: Context,
  ids: readonly string[],
  names: readonly string[],
): Promise<Map<string, MoreValues>> {
  const [columns, figures] = await Promise.all([
    readOwnMore(p, { ...KNOWN, tags: tagsText(ctx, p) }, { owner: ctx, ids, names }),
    names.some((name) => name === "net" || name === "fees")
      ? entriesFigures(ctx, "charge", ids)
      : null,
  ]);
  if (!figures) return columns;
  return new Map(
    ids.map((id) => {
      const { net = null, fees = null } = figures.get(id) ?? {};
      return [id, { ...columns.get(id), net, fees }];
    }),
  );
}

/** Returns the keys in the metadata of the newest payments. Takes no lock. */
export const paymentMetadataKeys = (ctx: Context) => newestMetadataKeys(p, ctx);
