import crypto, { type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** The password of all test merchants. */
export const TEST_PASSWORD = "a long enough password";

const SALT = "7061796465736b207465737473206f6e";
const KEY = [
  "a4e3d16d96f20730ccf712c4c80f4687b30dce231d3ce86c1ece4842f00a9118",
  "a6c0366b0be4f90501970ee9ed238d4bdbc429eff20bb31ef350120a2561af1d",
].join("");

/** What `hashPassword(TEST_PASSWORD)` can return. */
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

// Scrypt is slow by design, and the tests sign in with this one password and salt thousands of times. Every other
// password is really hashed.
const hash: Hash = (password, salt, length, options, done) => {
  const { N, r, p } = options;
  const isKnown = password === TEST_PASSWORD && salt === SALT && length === KEY.length / 2;
  if (isKnown && N === 16_384 && r === 16 && p === 1)
    setImmediate(done, null, Buffer.from(KEY, "hex"));
  else compute(password, salt, length, options, done);
};
Object.assign(crypto, { scrypt: hash });
syncBuiltinESMExports();
