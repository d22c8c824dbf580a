/** Checks a journal of transactions with explicit amounts as `hledger check --strict` does: accounts and commodities that
 *  are not declared, transactions that do not balance, and balance assertions that fail. */

type Posting = { account: string; commodity: string; amount: bigint; asserted: bigint | null };
type Transaction = { date: string; line: number; postings: Posting[] };

const POSTING = /^ {4}(\S.*?) {2}(-?[\d.]+) ([A-Z]{3})(?: = (-?[\d.]+) ([A-Z]{3}))?$/;
const HEADER = /^(\d{4}-\d\d-\d\d) \* \S.*$/;
/** More digits than any currency has. */
const SCALE = 6;

function exact(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  const digits = BigInt(`${whole.replace("-", "")}${fraction.padEnd(SCALE, "0")}`);
  return text.startsWith("-") ? -digits : digits;
}

/** All problems, first the ones of form, then the assertions in the order in which hledger tests them. */
export function strictCheck(journal: string): { problems: string[]; assertions: number } {
  const problems: string[] = [];
  const declared = { account: new Set<string>(), commodity: new Set<string>() };
  const transactions: Transaction[] = [];
  for (const [n, text] of journal.split("\n").entries()) {
    const line = n + 1;
    const directive = /^(account|commodity) (.+)$/.exec(text);
    const header = HEADER.exec(text);
    const posting = POSTING.exec(text);
    if (directive) declared[directive[1] as "account"].add(directive[2]!);
    else if (header) transactions.push({ date: header[1]!, line, postings: [] });
    else if (posting) transactions.at(-1)!.postings.push(read(posting));
    else if (text !== "" && !text.startsWith(";"))
      problems.push(`line ${line}: unreadable: ${text}`);
  }
  for (const { line, postings } of transactions) {
    const sums = new Map<string, bigint>();
    for (const { account, commodity, amount } of postings) {
      sums.set(commodity, (sums.get(commodity) ?? 0n) + amount);
      if (!declared.account.has(account))
        problems.push(`line ${line}: account ${account} is not declared`);
      if (!declared.commodity.has(commodity))
        problems.push(`line ${line}: commodity ${commodity} is not declared`);
    }
    for (const [commodity, sum] of sums) {
      if (sum !== 0n) problems.push(`line ${line}: the transaction is off by ${sum} ${commodity}`);
    }
  }
  return assertBalances(transactions, problems);
}

function read([, account, amount, commodity, asserted]: RegExpExecArray): Posting {
  return {
    account: account!,
    commodity: commodity!,
    amount: exact(amount!),
    asserted: asserted === undefined ? null : exact(asserted),
  };
}

/** By date, and within a date in the order of the file. */
function assertBalances(transactions: readonly Transaction[], problems: string[]) {
  const balances = new Map<string, bigint>();
  let assertions = 0;
  const inOrder = transactions.toSorted((a, b) => a.date.localeCompare(b.date) || a.line - b.line);
  for (const { date, postings } of inOrder) {
    for (const { account, commodity, amount, asserted } of postings) {
      const key = `${account} ${commodity}`;
      const balance = (balances.get(key) ?? 0n) + amount;
      balances.set(key, balance);
      if (asserted === null) continue;
      assertions++;
      if (asserted !== balance) {
        problems.push(
          `${date}: balance assertion of ${key}: ${asserted} asserted, ${balance} counted`,
        );
      }
    }
  }
  return { problems, assertions };
}
