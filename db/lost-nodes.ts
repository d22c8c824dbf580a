// Citus refuses a statement over all shards while a node of one of them is lost. Then the loops of a worker read the shards of
// the other nodes only. Citus finds shards by the accounts that a statement names, so it names all accounts of those nodes.

import type pg from "pg";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { isNodeLost } from "#lib/kernel/database-trouble.ts";
import { log } from "#lib/kernel/log.ts";
import { getPool, renewShards, runPrepared } from "./client.ts";
import type { RunPrepared } from "./prepared.ts";
import { isSharded, nodeOf, shardOf } from "./shards.ts";

/** A lost node is asked again this often, and its accounts are served soon after it has answered. */
const ASK_AGAIN_MS = 2 * SECOND_MS;
/** Shards share a statement until it names so many accounts. Each shard gets the whole statement, so with many accounts one
 *  statement for each shard is cheaper. */
const MANY_ACCOUNTS = 500;

/** A statement that reads all shards, and the same for the accounts of its last parameter. */
export type AcrossShards = { all: string; of: string };

/** Writes both texts of a statement with so many parameters. `to(alias)` ends a condition on a table with accounts. */
export function acrossShards(
  params: number,
  write: (to: (alias: string) => string) => string,
): AcrossShards {
  const these = `account_id = any ($${params + 1}::text[])`;
  return { all: write(() => ""), of: write((alias) => ` and ${alias}.${these}`) };
}

/** The accounts of the nodes that answer, in parts of whole shards; and the nodes that do not. */
type Left = { nodes: readonly number[]; parts: readonly (readonly string[])[] };

type Asking = {
  listAccounts: () => Promise<string[]>;
  /** Throws if the node of the account is lost. */
  ask: (accountId: string) => Promise<unknown>;
};

/** Remembers which nodes are lost. */
export function createLostNodes({ listAccounts, ask }: Asking) {
  /** Null while no node is known to be lost. */
  let left: Left | null = null;
  let askAgainMs = 0;
  let asking: Promise<void> | undefined;

  const isLost = async (accountId: string) => {
    try {
      await ask(accountId);
      return false;
    } catch (error) {
      if (!isNodeLost(error)) throw error;
      return true;
    }
  };
  const findLost = async () => {
    const nodes = Map.groupBy(await listAccounts(), nodeOf);
    const asked = await Promise.all(
      [...nodes].map(async ([node, [first]]) => ((await isLost(first!)) ? [node] : [])),
    );
    const lost = asked.flat();
    const answering = [...nodes].filter(([node]) => !lost.includes(node));
    tellChange(left?.nodes ?? [], lost);
    left =
      lost.length === 0
        ? null
        : { nodes: lost, parts: inParts(answering.flatMap(([, own]) => own)) };
    askAgainMs = performance.now() + ASK_AGAIN_MS;
  };
  const find = async () => {
    asking ??= findLost().finally(() => {
      asking = undefined;
    });
    await asking;
  };
  /** The accounts that are left if the statement failed because of a lost node; throws any other error. */
  const leftAfter = async (error: unknown): Promise<Left> => {
    if (!isSharded() || !isNodeLost(error)) throw error;
    await find();
    if (left === null) throw error;
    return left;
  };
  const runLeft = async <Row extends pg.QueryResultRow>(
    run: RunPrepared,
    name: string,
    { of }: AcrossShards,
    values: readonly unknown[],
    { parts }: Left,
  ) => {
    const found = parts.map((own) => run<Row>(`${name}_of_accounts`, of, [...values, own]));
    return (await Promise.all(found)).flat();
  };

  return {
    areSome: () => left !== null,
    async read<Row extends pg.QueryResultRow>(
      run: RunPrepared,
      name: string,
      text: AcrossShards,
      values: readonly unknown[],
    ): Promise<Row[]> {
      if (left && performance.now() >= askAgainMs) {
        find().catch((error) => log.warn("nodes could not be asked", { error }));
      }
      // It would fail as the one whose failure is looked into, and take a connection until then.
      if (!left) await asking?.catch(() => {});
      try {
        if (left) return await runLeft(run, name, text, values, left);
        return await run<Row>(name, text.all, values);
      } catch (error) {
        return await runLeft(run, name, text, values, await leftAfter(error));
      }
    },
    async unless<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
      try {
        return await work();
      } catch (error) {
        await leftAfter(error);
        return otherwise;
      }
    },
  };
}

function tellChange(before: readonly number[], lost: readonly number[]): void {
  if (String(before) === String(lost)) return;
  if (lost.length === 0) log.info("all nodes of the database answer again");
  else log.warn("nodes of the database are lost, and their accounts wait", { nodes: lost });
}

function inParts(accounts: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (const own of Map.groupBy(accounts, shardOf).values()) {
    const last = parts.at(-1);
    if (last && last.length + own.length <= MANY_ACCOUNTS) last.push(...own);
    else parts.push([...own]);
  }
  return parts;
}

const LIST = "select id from accounts order by id";
const ASK = "select 1 from account_homes where account_id = $1";

const make = (pool: pg.Pool) => ({
  pool,
  nodes: createLostNodes({
    // Not with the connections for due work: there they would wait for all statements that are about to fail.
    listAccounts: async () => {
      await renewShards();
      return (await runPrepared<{ id: string }>("nodes.accounts", LIST, [])).map(({ id }) => id);
    },
    ask: (accountId) => runPrepared("nodes.ask", ASK, [accountId]),
  }),
});
let made: ReturnType<typeof make> | undefined;

/** The lost nodes of the database to which this process is connected. */
function lostNodes() {
  if (made?.pool !== getPool()) made = make(getPool());
  return made.nodes;
}

/** Whether a node is known to be lost, and its accounts are left out. */
export const areNodesLost = (): boolean => lostNodes().areSome();

/** Runs a statement that reads all shards; while a node is lost, on the others: once for each part of their accounts, in no order,
 *  and a limit holds for each part. */
export const readAcrossShards = <Row extends pg.QueryResultRow>(
  run: RunPrepared,
  name: string,
  text: AcrossShards,
  values: readonly unknown[],
): Promise<Row[]> => lostNodes().read<Row>(run, name, text, values);

/** Does the work of one shard; returns `otherwise` if it failed because its node is lost. */
export const unlessLost = <T>(work: () => Promise<T>, otherwise: T): Promise<T> =>
  lostNodes().unless(work, otherwise);
