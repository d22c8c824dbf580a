import { getPool } from "#db/client.ts";
import type { Dice } from "#tools/fuzz/dice.ts";
import { patiently } from "./patiently.ts";
import type { Row } from "./question.ts";
import type { RandomAccount } from "./random-account.ts";

export type Asking = { account: RandomAccount; dice: Dice };

export async function query(text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await getPool().query(text, [...values])).rows;
}

export async function read({ account }: Asking, path: string) {
  const { status, body } = await patiently(() => account.visitor.get(path));
  if (status !== 200) throw new Error(`${path} answers ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Some cells of an object as text. */
export const textOf = (object: Record<string, unknown>, names: readonly string[]): Row =>
  Object.fromEntries(
    names.map((name) => [name, object[name] == null ? null : String(object[name])]),
  );
