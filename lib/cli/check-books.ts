import { systemContext } from "#lib/domain/accounts/index.ts";
import { bookSubjects, checkBooks, type Finding } from "#lib/domain/books/index.ts";

type Found = Finding & { account: string; mode: string };
export type BookReport = { checked: number; found: Found[] };

/** Compares every row of the books with the rows that must agree with it, of one account and mode or of all. */
export async function checkAllBooks(
  only: { account?: string | undefined; mode?: string | undefined } = {},
): Promise<BookReport> {
  const found: Found[] = [];
  let checked = 0;
  for (const subject of await bookSubjects()) {
    const { accountId: account, mode } = subject;
    if ((only.account && only.account !== account) || (only.mode && only.mode !== mode)) continue;
    checked++;
    const ctx = await systemContext(subject, "book check");
    const wrong = await checkBooks(ctx, { everything: true });
    found.push(...wrong.map((one) => ({ account, mode, ...one })));
  }
  return { checked, found };
}

/** The same for people. */
export function bookLines({ checked, found }: BookReport): string[] {
  const books = checked === 1 ? "1 ledger" : `${checked} ledgers`;
  const count = new Set(
    found.map(({ account, mode, part, row }) => `${account} ${mode} ${part} ${row}`),
  ).size;
  const rows = count === 1 ? "1 row contradicts" : `${count} rows contradict`;
  return [
    ...found.map(
      ({ account, mode, part, row, what }) => `${account} ${mode} ${part}: ${row}: ${what}`,
    ),
    `${books} checked: ${found.length === 0 ? "all rows agree" : `${rows} others`}`,
  ];
}
