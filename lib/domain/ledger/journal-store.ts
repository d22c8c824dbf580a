import { snapshot } from "#db/prepared.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Transfer } from "./types.ts";

const AT_A_TIME = 1_000;

/** A ledger account's debits less its credits on one day (`YYYY-MM-DD`). */
export type Day = { day: string; account: Transfer["debit"]; currency: string; net: bigint };

/** An export can wait for its reader, such as a pager. */
const NO_HURRY = "select set_config('idle_in_transaction_session_timeout', '0', true)";

const TRANSFERS = `
  select id, kind, debit, credit, amount as "amountMinor", currency, source_id as "sourceId", created_at as "createdAt"
    from ledger_transfers where account_id = $1 and mode = $2 and id > $3 order by id limit $4`;

/** The sums of sealed days, and the transfers that wait to be sealed. */
const DAYS = `
  select to_char(day, 'YYYY-MM-DD') as day, account, currency, sum(net)::bigint as net
    from (select day, account, currency, debits - credits as net from ledger_days where account_id = $1 and mode = $2
          union all
          select (t.created_at at time zone 'UTC')::date, side.account, t.currency, side.net
            from ledger_unsealed u cross join unnest(u.ids) i(id)
            join ledger_transfers t on t.account_id = u.account_id and t.id = i.id
           cross join lateral (values (t.debit, t.amount), (t.credit, -t.amount)) side(account, net)
           where u.account_id = $1 and u.mode = $2) moved
   group by 1, 2, 3
   order by 1, 2, 3`;

type Journal = { transfers(): AsyncGenerator<Transfer>; days(): Promise<Day[]> };

/** Gives `work` all transfers of a ledger, by id, and the sums of its days, by day, from one snapshot. Takes no lock. */
export async function readJournal(
  { accountId, mode }: Pick<Context, "accountId" | "mode">,
  work: (journal: Journal) => Promise<void>,
): Promise<void> {
  await snapshot({ plans: "kept", unhurried: true }, async (run) => {
    await run("ledger.no_hurry", NO_HURRY, []);
    async function* transfers(): AsyncGenerator<Transfer> {
      for (let after = ""; ; ) {
        const values = [accountId, mode, after, AT_A_TIME];
        const rows = await run<Transfer>("ledger.journal", TRANSFERS, values);
        yield* rows;
        if (rows.length < AT_A_TIME) return;
        after = rows.at(-1)!.id;
      }
    }
    await work({ transfers, days: () => run<Day>("ledger.journal_days", DAYS, [accountId, mode]) });
  });
}
