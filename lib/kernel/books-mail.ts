import { type BooksProof, PROOF_HEADER, readProof } from "./books-proof.ts";

/** Begins the signed lines of an e-mail; the line with the proof ends them. */
export const MAIL_BEGINS = "Signed figures of";

/** Mail programs wrap, quote and indent lines, and copied tables lose their colons; the words stay. */
const words = (text: string) => text.replace(/[\s:>]+/g, " ").trim();

const PROOF = new RegExp(`${PROOF_HEADER}:?(account=.*?signature=[\\w-]{86})`);

/** The text that an e-mail's proof signs: its lines as words. */
export const mailWords = (lines: readonly string[]): Buffer => Buffer.from(words(lines.join("\n")));

/** The signed words and the proof in the text of an e-mail, also as it was received; null in any other text. */
export function readMailProof(
  content: Buffer,
): { proved: Buffer; proof: BooksProof | null } | null {
  const text = decoded(content.toString());
  const from = text.indexOf(MAIL_BEGINS);
  const to = text.indexOf(PROOF_HEADER, from);
  if (from < 0 || to < 0) return null;
  const found = PROOF.exec(text.slice(to).replace(/[\s>]+/g, ""));
  return { proved: mailWords([text.slice(from, to)]), proof: found && readProof(found[1]!) };
}

/** The text of a message that was saved with its headers. */
function decoded(text: string): string {
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(text)) return text;
  const joined = text.replace(/=\r?\n/g, "");
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
