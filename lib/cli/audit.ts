// `verify` recomputes the hash chains of the audit log and names the first wrong entry. It prints the last block of
// each chain; store it elsewhere and pass it as --head later. `erase` removes a person's values (docs/operations.md).

import { parseArgs } from "node:util";
import { closeDb } from "#db/client.ts";
import { auditedAccounts, type NotedHead, verifyAudit } from "#lib/domain/audit/index.ts";
import { erasePerson } from "#lib/domain/audit-erasure/index.ts";
import { isId } from "#lib/kernel/ids.ts";
import { answerHelp, UsageError } from "./usage.ts";

const USAGE = `Usage: npm run -s audit -- verify [--account acct_… [--head NUMBER:HASH]]
       npm run -s audit -- erase --account acct_… --person usr_…|E-MAIL
`;

type Params =
  | { command: "verify"; account: string | undefined; head: NotedHead | undefined }
  | { command: "erase"; account: string; person: string };

/** Throws `UsageError` for anything but the two commands. */
function readParams(args: string[]): Params {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      account: { type: "string" },
      head: { type: "string" },
      person: { type: "string" },
    },
  });
  const { account, person } = values;
  const noted = /^([1-9]\d*):([0-9a-f]{64})$/.exec(values.head ?? "");
  const [command] = positionals;
  if (positionals.length !== 1 || (command !== "verify" && command !== "erase")) {
    throw new UsageError("The commands are verify and erase.");
  }
  if (account !== undefined && !isId("acct", account)) {
    throw new UsageError("--account must be the id of an account, acct_….");
  }
  if (values.head !== undefined && (!noted || !account)) {
    throw new UsageError("--head must be NUMBER:HASH, and needs --account.");
  }
  const head = noted ? { number: Number(noted[1]), hash: noted[2]! } : undefined;
  if (command === "verify") {
    if (person !== undefined) throw new UsageError("verify takes no --person.");
    return { command, account, head };
  }
  if (!account || !person || head) {
    throw new UsageError("erase takes --account and --person.");
  }
  return { command, account, person };
}

async function verify(account: string | undefined, head: NotedHead | undefined): Promise<number> {
  let wrong = 0;
  for (const id of account ? [account] : await auditedAccounts()) {
    const proof = await verifyAudit(id, head);
    const { problem } = proof;
    if (problem) {
      wrong++;
      const where = [
        problem.entry && `entry ${problem.entry}`,
        problem.block && `block ${problem.block}`,
      ];
      process.stdout.write(
        `${id}: DOES NOT FIT at ${where.filter(Boolean).join(", ")}: ${problem.what}\n`,
      );
      continue;
    }
    const last = proof.head ? `, head ${proof.head.number}:${proof.head.hash}` : "";
    const counts = `${proof.entries} entries in ${proof.blocks} blocks, ${proof.erased} erased, ${proof.waiting} waiting`;
    process.stdout.write(`${id}: fits, ${counts}${last}\n`);
  }
  return wrong === 0 ? 0 : 1;
}

async function main(args: string[]): Promise<number> {
  const params = readParams(args);
  if (params.command === "verify") return await verify(params.account, params.head);
  const erased = await erasePerson(params.account, params.person);
  process.stdout.write(`Erased the personal values of ${erased} entries.`);
  return 0;
}

answerHelp(USAGE);
try {
  process.exitCode = await main(process.argv.slice(2));
} finally {
  await closeDb();
}
