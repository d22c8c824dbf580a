import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readMailProof } from "#lib/kernel/books-mail.ts";
import {
  type BooksKey,
  findProof,
  hashLines,
  JOURNAL_PROOF,
  readProof,
  sha256Of,
  verifyProof,
} from "#lib/kernel/books-proof.ts";

export type Verified = { fits: boolean; lines: string[] };

/** The content that a proof belongs to, and the proof. */
type Proved = {
  sha256: string;
  proof: ReturnType<typeof readProof>;
  problems: string[];
  /** The signed part, printed if the proof does not cover the whole file. */
  covers?: string;
};

/** Checks a file with its proof. Reads no database. */
export async function verifyFile(
  file: string,
  { headers, keys }: { headers?: string; keys: string },
): Promise<Verified> {
  const { sha256, proof, problems, covers } = await readProved(file, headers);
  if (!proof) return failed("There is no Service-Books-Proof for this file.");
  const verdict = verifyProof(proof, sha256, await readKeys(keys));
  const wrong = [...problems, ...(verdict.valid ? [] : [verdict.why])];
  if (wrong.length > 0) {
    return failed(...wrong.map((why) => `${file}: DOES NOT FIT: ${why} (SHA-256 ${sha256})`));
  }
  const { account, mode, signed, block, head } = proof;
  return {
    fits: true,
    lines: [
      `${file}: fits, SHA-256 ${sha256}`,
      ...(covers ? [covers] : []),
      `${account} ${mode}, signed ${signed}, head ${block}:${head}`,
    ],
  };
}

const failed = (...lines: string[]): Verified => ({ fits: false, lines });

async function readProved(file: string, headers: string | undefined): Promise<Proved> {
  const content = await readFile(file);
  const closing = readClosing(content);
  if (closing) return await monthOf(file, closing);
  const beside = await readHeaders(file, headers);
  if (beside !== null) return { sha256: sha256Of(content), proof: findProof(beside), problems: [] };
  return readJournal(content) ?? readMail(content) ?? { sha256: "", proof: null, problems: [] };
}

/** The headers of a file; null if none were named and none are beside it. */
async function readHeaders(file: string, named: string | undefined): Promise<string | null> {
  if (named !== undefined) return await readFile(named, "utf8");
  return await readFile(`${file}.headers`, "utf8").catch(() => null);
}

/** A journal proves the lines before its last one, so nothing may follow. */
function readJournal(content: Buffer): Proved | null {
  const at = content.lastIndexOf(`\n${JOURNAL_PROOF}`);
  if (at < 0) return null;
  const [line = "", ...after] = content.toString("utf8", at + 1).split("\n");
  const isLast = after.join("").trim() === "";
  const problems = isLast ? [] : ["text follows its proof, and is not signed"];
  return { sha256: sha256Of(content.subarray(0, at + 1)), proof: findProof(line), problems };
}

/** Mail programs put text around the figures, so they are named: a file that only quotes an e-mail is no proof of the rest. */
function readMail(content: Buffer): Proved | null {
  const mail = readMailProof(content);
  if (!mail) return null;
  const { proved, proof } = mail;
  const covers = `signed are only the figures of a weekly e-mail: ${proved}`;
  return { sha256: sha256Of(proved), proof, problems: [], covers };
}

type Closing = { books_proof: string | null; files: Array<{ name: string; sha256: string }> };

/** A closed month as `GET /v1/month_closings/mcl_…` returns it; null for any other content. */
function readClosing(content: Buffer): Closing | null {
  if (!content.subarray(0, 100).toString().trimStart().startsWith("{")) return null;
  try {
    const found = JSON.parse(content.toString()) as { object?: string };
    return found.object === "month_closing" ? (found as Closing & { object: string }) : null;
  } catch {
    return null;
  }
}

/** The hash of a month is computed from the files beside its JSON, never from what that says. */
async function monthOf(file: string, closing: Closing): Promise<Proved> {
  const problems: string[] = [];
  const files: Array<{ name: string; sha256: string }> = [];
  for (const { name, sha256: said } of closing.files) {
    const path = join(dirname(file), name.replaceAll("/", "_"));
    const content = await readFile(path).catch(() => null);
    const sha256 = content ? sha256Of(content) : said;
    files.push({ name, sha256 });
    if (!content) problems.push(`${name} is not beside it`);
    else if (sha256 !== said) problems.push(`${name} has another SHA-256: ${sha256}`);
  }
  const sha256 = sha256Of(Buffer.from(hashLines(files)));
  return { sha256, proof: closing.books_proof ? readProof(closing.books_proof) : null, problems };
}

async function readKeys(place: string): Promise<BooksKey[]> {
  const isUrl = /^https?:\/\//.test(place);
  const text = isUrl ? await (await fetch(place)).text() : await readFile(place, "utf8");
  return (JSON.parse(text) as { keys: BooksKey[] }).keys;
}
