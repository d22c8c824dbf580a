import { getPool } from "#db/client.ts";
import { answerChallenge } from "#lib/domain/payments/index.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { MovingClock } from "#test/moving-clock.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";
import type { Cast } from "./cast.ts";
import type { Dice } from "./dice.ts";

/** Changes between calls, so that calls meet objects in every state: payers answer challenges, time passes, and
 *  due work is done. */
export async function goOn(dice: Dice, cast: Cast, clock: MovingClock): Promise<void> {
  for (const ctx of Object.values(cast.ctx)) {
    const waiting = `select id from payments where account_id = $1 and mode = $2
      and status = 'requires_action' and step is null order by id desc limit 3`;
    const { rows } = await getPool().query<{ id: string }>(waiting, [ctx.accountId, ctx.mode]);
    for (const { id } of rows) {
      if (!dice.chance(0.5)) continue;
      await answerChallenge(ctx, id, dice.chance(0.7)).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
    }
  }
  clock.advance(dice.below(12_000));
  await settleUnfinished();
}
