import { createHash, generateKeyPairSync } from "node:crypto";
import { findBlock } from "#lib/domain/ledger/index.ts";
import { type BooksKey, signProof, writeProof } from "#lib/kernel/books-proof.ts";
import { MINUTE_MS, now, nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { decryptSecret, encryptSecret } from "#lib/kernel/crypto.ts";
import * as store from "./keys-store.ts";

/** A rotation in another process is noticed after this time; both keys are valid. */
const KEPT_MS = MINUTE_MS;
const ID_LENGTH = 16;

type Signing = { id: string; privateKey: string; untilMs: number };
let signing: Signing | undefined;

/** The public keys of this installation, newest first; earlier ones stay, so that old files can be verified. */
export async function publicBookKeys(): Promise<BooksKey[]> {
  await signingKey();
  const rows = await store.listKeys();
  return rows.map(({ id, publicKey, createdAt }, n) => ({
    ...({ kty: "OKP", crv: "Ed25519" } as const),
    ...{ kid: id, x: publicKey, created: createdAt.toISOString(), current: n === 0 },
  }));
}

/** Makes a new key, with which files are signed from now on. Returns its id. */
export async function rotateBookKey(): Promise<string> {
  const made = newKey();
  await store.addKey(made, { onlyFirst: false });
  signing = undefined;
  return made.id;
}

/** The private key is encrypted under the master key and bound to the key's id. */
function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const { x } = publicKey.export({ format: "jwk" }) as { x: string };
  const id = createHash("sha256").update(x).digest("hex").slice(0, ID_LENGTH);
  const secret = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
  return { id, publicKey: x, privateKey: encryptSecret(secret, id) };
}

/** The newest key; makes the first one. */
async function signingKey(): Promise<Signing> {
  if (signing && signing.untilMs > nowMs()) return signing;
  let [newest] = await store.listKeys();
  if (!newest) {
    await store.addKey(newKey(), { onlyFirst: true });
    [newest] = await store.listKeys();
  }
  const { id, privateKey } = newest!;
  signing = { id, privateKey: decryptSecret(privateKey, id), untilMs: nowMs() + KEPT_MS };
  return signing;
}

/** Signs the hash of a file together with the last block of a ledger, as text for `Service-Books-Proof`. Reads key and
 *  block now, so that the end of a file waits for nothing. */
export async function bookSigner(
  ctx: Pick<Context, "accountId" | "mode">,
): Promise<(sha256: string) => string> {
  const [{ id: key, privateKey }, last] = await Promise.all([signingKey(), findBlock(ctx)]);
  const { accountId: account, mode } = ctx;
  const head = last?.hash.toString("hex") ?? "";
  return (sha256) => {
    const signed = now().toISOString();
    const proof = { account, mode, block: last?.number ?? 0, head, signed, key };
    return writeProof(signProof(proof, sha256, privateKey));
  };
}
