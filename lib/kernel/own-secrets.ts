/** Finds secret keys and signing secrets in parameters that must not contain them, before anything is stored. */

export const SECRET_REFUSED =
  "This looks like a secret key or a signing secret, which must not be kept here. Replace the secret if it was sent by mistake.";

/** Also those of other services with the same prefixes. Shortened ones (`sk_test_…4f9K`) and names such as `sk_test_old` are
 *  none. Publishable keys are public. */
const SECRET = /(?<![0-9A-Za-z])(?:sk_(?:test|live)_[0-9A-Za-z]{24}|whsec_[0-9A-Za-z+/_-]{24})/;

/** Whether a text contains a secret key or the signing secret of an endpoint; it need not exist. */
export function holdsSecret(text: string): boolean {
  return SECRET.test(text);
}

type Path = readonly PropertyKey[];

/** The path of a secret in a body, in a value or a name; null without any. `isPlace` tells where secrets are allowed. */
export function findSecret(
  value: unknown,
  isPlace: (path: Path) => boolean,
  path: Path = [],
): Path | null {
  if (typeof value === "string") return holdsSecret(value) && !isPlace(path) ? path : null;
  if (value === null || typeof value !== "object") return null;
  for (const [name, inner] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(name) : name];
    if (holdsSecret(name)) return here;
    const found = findSecret(inner, isPlace, here);
    if (found) return found;
  }
  return null;
}
