import crypto, { type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** The password of all test merchants. */
export const TEST_PASSWORD = "a long enough password";

const SALT = "7061796465736b207465737473206f6e";
const KEY = [
  "a4e3d16d96f20730ccf712c4c80f4687b30dce231d3ce86c1ece4842f00a9118",
  "a6c0366b0be4f90501970ee9ed238d4bdbc429eff20bb31ef350120a2561af1d",
].join("");

/** A possible result of `hashPassword(TEST_PASSWORD)`. */
export const TEST_PASSWORD_HASH = `${SALT}:${KEY}`;

type Done = (error: Error | null, key: Buffer) => void;
type Hash = (
  password: string,
  salt: string,
  length: number,
  options: ScryptOptions,
  done: Done,
) => void;

const compute = crypto.scrypt as unknown as Hash;

// Scrypt is slow by design, and the tests sign in to this one hash thousands of times, sometimes with a wrong password,
// which then has any other key. With every other salt it is really computed.
const hash: Hash = (password, salt, length, options, done) => {
  const { N, r, p } = options;
  const isKnown = salt === SALT && length === KEY.length / 2 && N === 16_384 && r === 16 && p === 1;
  if (!isKnown) compute(password, salt, length, options, done);
  else if (password === TEST_PASSWORD) setImmediate(done, null, Buffer.from(KEY, "hex"));
  else setImmediate(done, null, crypto.createHash("sha512").update(password).digest());
};
Object.assign(crypto, { scrypt: hash });
syncBuiltinESMExports();
