import assert from "node:assert/strict";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { type Decision, decideApprovalIn } from "#lib/domain/payouts/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { disagreements } from "./books-agree.ts";
import { limitPayouts, member, openPayer, type Payer } from "./payouts.ts";

/** A merchant with 10,000.00 EUR whose limits are 100.00 EUR per payout and 250.00 EUR within 24 hours. */
export async function openLimited(): Promise<Payer> {
  const payer = await openPayer(1_000_000);
  await limitPayouts(payer, { perPayout: 10_000, perDay: 25_000 });
  return payer;
}

/** Decides as a member who created no payout. */
export const decide = (payer: Payer, id: string, decision: Decision, by = newId("usr")) =>
  transact((tx) => decideApprovalIn(tx, { ...payer.ctx.test, actor: member(by) }, id, decision));

/** The status of a payout and the state of its approval. */
export async function stateOf(payer: Payer, id: string): Promise<[string, string | null]> {
  const { status, approval } = await payer.read(id);
  return [status, approval?.state ?? null];
}

export async function assertBooksAgree(payer: Payer): Promise<void> {
  assert.deepEqual(await disagreements(payer.account.id), []);
}

/** Advances the sandbox clock without running the work that becomes due. */
export async function skipTime(payer: Payer, ms: number): Promise<Payer> {
  await getPool().query(
    `insert into sandbox_clocks (account_id, ahead_ms, target_ms) values ($1, $2, $2)
     on conflict (account_id) do update set ahead_ms = $2, target_ms = $2`,
    [payer.account.id, ms],
  );
  return { ...payer, ctx: { ...payer.ctx, test: { ...payer.ctx.test, clockAheadMs: ms } } };
}
