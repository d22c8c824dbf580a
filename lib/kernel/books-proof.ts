import { createHash, createPublicKey, sign, verify } from "node:crypto";

/**
 * The proof of a file: its hash and the last block of the ledger's chain, signed (Ed25519). Files kept with their proofs
 * show later that a chain was rewritten, or that a file was not made by this installation. Needs no database.
 */
export type BooksProof = {
  account: string;
  mode: string;
  /** The last block of the ledger when the file was begun: 0 and an empty hash if nothing is sealed yet. */
  block: number;
  head: string;
  /** When it was signed, ISO 8601. */
  signed: string;
  /** The id of the key. */
  key: string;
  /** Base64url. */
  signature: string;
};

/** A public key as a JSON Web Key (RFC 8037). */
export type BooksKey = {
  kty: "OKP";
  crv: "Ed25519";
  kid: string;
  x: string;
  created: string;
  current: boolean;
};

/** The header that carries the proof of a file. */
export const PROOF_HEADER = "Service-Books-Proof";
/** Begins the last line of a journal, which proves the lines before it. */
export const JOURNAL_PROOF = `; ${PROOF_HEADER}: `;

const FIELDS = ["account", "mode", "block", "head", "signed", "key"] as const;
type Unsigned = Omit<BooksProof, "signature">;

/** The signed text. */
const textOf = (proof: Unsigned, sha256: string) =>
  ["paydesk-books-1", ...FIELDS.map((name) => `${name}=${proof[name]}`), `sha256=${sha256}`].join(
    "\n",
  );

export function signProof(proof: Unsigned, sha256: string, privateKey: string): BooksProof {
  const signature = sign(null, Buffer.from(textOf(proof, sha256)), privateKey);
  return { ...proof, signature: signature.toString("base64url") };
}

/** `account=acct_…;mode=test;block=12;head=9f3c…;signed=…;key=…;signature=…` */
export const writeProof = (proof: BooksProof): string =>
  [...FIELDS, "signature" as const].map((name) => `${name}=${proof[name]}`).join(";");

/** Reads what `writeProof` wrote; null if a part is missing. */
export function readProof(text: string): BooksProof | null {
  const found = new Map(
    text.split(";").map((part) => {
      const at = part.indexOf("=");
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
    }),
  );
  const read = (name: string) => found.get(name);
  const [account, mode, head, signed, key] = ["account", "mode", "head", "signed", "key"].map(read);
  const signature = read("signature");
  const block = Number(read("block"));
  if (!account || !mode || head === undefined || !signed || !key || !signature) return null;
  return Number.isSafeInteger(block)
    ? { account, mode, block, head, signed, key, signature }
    : null;
}

/** The proof in a text with headers, or null. */
export function findProof(text: string): BooksProof | null {
  const line = new RegExp(`^(?:; )?${PROOF_HEADER}:(.*)$`, "im").exec(text);
  return line ? readProof(line[1]!) : null;
}

export type Verdict = { valid: true } | { valid: false; why: string };

/** Whether the proof was signed by one of these keys for a content with this hash. */
export function verifyProof(proof: BooksProof, sha256: string, keys: readonly BooksKey[]): Verdict {
  const key = keys.find(({ kid }) => kid === proof.key);
  if (!key) return { valid: false, why: `the key ${proof.key} is not among the public keys` };
  const { kty, crv, x } = key;
  const publicKey = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
  const signature = Buffer.from(proof.signature, "base64url");
  if (verify(null, Buffer.from(textOf(proof, sha256)), publicKey, signature))
    return { valid: true };
  return { valid: false, why: "the signature does not fit: the file or its proof was changed" };
}

export const sha256Of = (content: Buffer): string =>
  createHash("sha256").update(content).digest("hex");

/** The lines that `sha256sum` prints for all files of a closed month, sorted. Their SHA-256 is the hash of the month. */
export const hashLines = (files: ReadonlyArray<{ name: string; sha256: string }>): string =>
  files
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    .sort()
    .join("");
