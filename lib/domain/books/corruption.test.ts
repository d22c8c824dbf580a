import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { rebuildRollups } from "#lib/domain/analytics/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { askOwner } from "#test/as-owner.ts";
import { fullBooks, withPlanted } from "#test/full-books.ts";
import { createMerchant } from "#test/merchant.ts";
import { PLANTS, type Plant, TABLES } from "#test/planted/index.ts";
import { checkBooks, type Finding } from "./index.ts";

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
  for (const [name, plant] of Object.entries(PLANTS)) {
    test(name, () => (plant.group ? groupFinds(plant, plant.group) : findsIt(plant)));
  }
});

type Target = { id: string; named?: string };

async function targetOf({ of }: Plant): Promise<Target> {
  const { rows } = await askOwner(of, [ctx.accountId]);
  const [target] = rows as Target[];
  assert.ok(target, "the books have no such row");
  return target;
}

/** Runs `work` after these rows were changed, and changes them back. */
async function corrupted(
  plants: readonly { plant: Plant; target: Target }[],
  work: () => Promise<void>,
): Promise<void> {
  const texts = plants.flatMap(({ plant: { does }, target: { id } }) =>
    does.map((text) => ({ text, id })),
  );
  const tables = TABLES.filter((table) =>
    texts.some(({ text }) => new RegExp(`\\b${table}\\b`).test(text)),
  );
  const plant = texts.map(({ text, id }): [string, unknown[]] => {
    const values = [ctx.accountId, id, other];
    const used = Math.max(0, ...[...text.matchAll(/\$(\d)/g)].map(([, n]) => Number(n)));
    return [text, values.slice(0, used)];
  });
  await withPlanted({ accounts: [ctx.accountId, other], tables, plant }, work);
}

async function findsIt(plant: Plant): Promise<void> {
  const { names, onlySeal = false, rebuilds = false } = plant;
  const target = await targetOf(plant);
  await corrupted([{ plant, target }], async () => {
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

type GroupRound = { found: Finding[]; named: ReadonlyMap<Plant, string> };
const rounds = new Map<string, Promise<GroupRound>>();

/** The findings of one round for all corruptions of a group. */
async function roundOf(name: string): Promise<GroupRound> {
  const plants = Object.values(PLANTS).filter(({ group }) => group?.name === name);
  const planted = await Promise.all(
    plants.map(async (plant) => ({ plant, target: await targetOf(plant) })),
  );
  const named = new Map(planted.map(({ plant, target }) => [plant, target.named ?? target.id]));
  let found: Finding[] = [];
  await corrupted(planted, async () => {
    found = await checkBooks(ctx);
  });
  return { found, named };
}

/** The group's round finds this corruption in its own row and column. One in a day's cell is found in its month's too,
 * in the same column; no other of the group changes this column of this dimension. */
async function groupFinds(plant: Plant, { name, column }: NonNullable<Plant["group"]>) {
  const round = rounds.get(name) ?? roundOf(name);
  rounds.set(name, round);
  const { found, named } = await round;
  const row = named.get(plant)!;
  const own = found.filter((one) => one.row.includes(row) && one.law === column);
  assert.equal(own.length, 1, `${column} of ${row} is not among ${JSON.stringify(found, null, 1)}`);
}

test("nothing is found any more once the rows are as before", async () => {
  assert.deepEqual(await checkBooks(ctx), []);
});
