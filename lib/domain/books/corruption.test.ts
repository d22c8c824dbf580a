import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { rebuildRollups } from "#lib/domain/analytics/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { askOwner } from "#test/as-owner.ts";
import { fullBooks, withPlanted } from "#test/full-books.ts";
import { createMerchant } from "#test/merchant.ts";
import { PLANTS, type Plant, TABLES } from "#test/planted/index.ts";
import { checkBooks } from "./index.ts";

let ctx: Context;
let other: string;
before(async () => {
  ({ ctx } = await fullBooks());
  other = (await createMerchant()).account.id;
});

test("nothing is found in books with one of everything", async () => {
  assert.deepEqual(await checkBooks(ctx), []);
});

describe("one round finds and names the row of", () => {
  for (const [name, plant] of Object.entries(PLANTS)) test(name, () => findsIt(plant));
});

async function findsIt({
  of,
  does,
  names,
  onlySeal = false,
  rebuilds = false,
}: Plant): Promise<void> {
  const { rows } = await askOwner(of, [ctx.accountId]);
  const [target] = rows as { id: string; named?: string }[];
  assert.ok(target, "the books have no such row");
  const tables = TABLES.filter((table) =>
    does.some((text) => new RegExp(`\\b${table}\\b`).test(text)),
  );
  const plant = does.map((text): [string, unknown[]] => {
    const values = [ctx.accountId, target.id, other];
    const used = Math.max(0, ...[...text.matchAll(/\$(\d)/g)].map(([, n]) => Number(n)));
    return [text, values.slice(0, used)];
  });
  await withPlanted({ accounts: [ctx.accountId, other], tables, plant }, async () => {
    if (rebuilds) await rebuildRollups();
    const found = await checkBooks(ctx);
    if (onlySeal)
      assert.deepEqual(
        found.filter(({ part }) => part !== "seal"),
        [],
      );
    const named = names ?? target.named ?? target.id;
    assert.ok(
      found.some(({ row, part }) => row.includes(named) && (part === "seal") === onlySeal),
      `${named} is not among ${JSON.stringify(found, null, 1)}`,
    );
  });
  if (rebuilds) await rebuildRollups();
}

test("nothing is found any more once the rows are as before", async () => {
  assert.deepEqual(await checkBooks(ctx), []);
});
