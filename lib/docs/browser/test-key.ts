import { make } from "./dom.ts";
import { askInternal, Refused, readVisitor, signInUrl } from "./internal.ts";

type Keys = { keys: readonly { kind: string; value: string | null; status: string }[] };
type KeyName = "PAYDESK_SECRET_KEY" | "PAYDESK_PUBLISHABLE_KEY";

const KEPT = "paydesk_docs_key";
const NAME = "Docs samples";
const NOTE = "border-b border-line bg-info-soft px-3 py-2 text-13 text-info-ink";
const LINK = "underline underline-offset-2";
const BUTTON =
  "ml-2 h-7 rounded-base border border-line bg-surface-raised px-2.5 text-13 font-medium text-ink pointer-coarse:h-9";

/** How each language reads a key from its environment. */
const READS = (name: KeyName) =>
  new RegExp(
    [
      `"Bearer " \\+ process\\.env\\.${name}`,
      `process\\.env\\.${name}`,
      `\\$\\{env\\.${name}\\}`,
      `os\\.environ\\["${name}"\\]`,
      `\\{os\\.environ\\['${name}'\\]\\}`,
      `getenv\\('${name}'\\)`,
      `ENV\\.fetch\\("${name}"\\)`,
      `\\$${name}`,
    ].join("|"),
    "g",
  );

/** The key in place of the expression that reads it. */
function written(expression: string, key: string): string {
  if (expression.startsWith('"Bearer')) return `"Bearer ${key}"`;
  if (expression.startsWith("$") || expression.startsWith("{")) return key;
  return expression.includes("'") ? `'${key}'` : `"${key}"`;
}

/** Writes a key into the samples of this page. Only the page in this tab changes. */
function fill(name: KeyName, key: string): void {
  const reads = READS(name);
  for (const code of document.querySelectorAll("[data-sample] code")) {
    const text = code.textContent ?? "";
    const filled = text.replace(reads, (expression) => written(expression, key));
    if (filled !== text) code.textContent = filled;
  }
}

function kept(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function say(figure: Element, ...parts: (Node | string)[]): void {
  figure.querySelector("[data-key-note]")?.remove();
  const note = make("p", { "data-key-note": true, role: "status", class: NOTE }, ...parts);
  figure.querySelector("figcaption")?.after(note);
}

const link = (href: string, text: string) => make("a", { href, class: LINK }, text);

/** Fills in the publishable test key, and offers to make a secret one: of secret keys only hashes are stored, so no
 *  existing one can be shown. */
export async function fillKey(button: Element): Promise<void> {
  const figure = button.closest("figure");
  if (!figure) return;
  const visitor = await readVisitor();
  if (!visitor) {
    say(figure, link(signInUrl(), "Sign in"), " to fill in a test key of your account.");
    return;
  }
  const text = figure.textContent ?? "";
  if (text.includes("PAYDESK_PUBLISHABLE_KEY")) await fillPublishable(figure);
  if (text.includes("PAYDESK_SECRET_KEY")) offerSecret(figure, visitor);
}

async function fillPublishable(figure: Element): Promise<void> {
  const { keys } = await askInternal<Keys>("/test/keys");
  const found = keys.find(
    ({ kind, value, status }) => kind === "publishable" && value && status === "active",
  );
  if (!found?.value) {
    say(figure, "Your account has no publishable test key. ", link("/test/keys", "Make one"), ".");
    return;
  }
  fill("PAYDESK_PUBLISHABLE_KEY", found.value);
  say(figure, "Filled in with your publishable test key.");
}

function offerSecret(
  figure: Element,
  { may, account }: { may: readonly string[]; account: { name: string } },
): void {
  const known = kept();
  if (known) {
    useSecret(figure, known);
    return;
  }
  if (!may.includes("manage_keys")) {
    say(
      figure,
      `Your role in ${account.name} cannot make keys. Ask a developer or an admin for a test key.`,
    );
    return;
  }
  const button = make("button", { type: "button", class: BUTTON }, "Make a test key");
  button.addEventListener("click", () => {
    button.disabled = true;
    makeSecret(figure).catch((error) => say(figure, String(error.message)));
  });
  say(
    figure,
    "A secret key is shown once, and only its hash is stored: no existing key can be filled in. ",
    `Make one for these samples? It is named “${NAME}”, is kept in this tab until you close it, and is revoked under `,
    link("/test/keys", "Keys"),
    ".",
    button,
  );
}

/** The id under which the key is made: the same until the outcome is known, so that pressing again after a lost reply makes
 *  no second key. */
let attempt: string | null = null;

async function makeSecret(figure: Element): Promise<void> {
  attempt ??= crypto.randomUUID();
  const body = { kind: "secret", name: NAME, attempt };
  const { secret } = await askInternal<{ secret: string }>("/test/keys", body).catch((error) => {
    if (error instanceof Refused && error.status < 500) attempt = null;
    throw error;
  });
  attempt = null;
  try {
    sessionStorage.setItem(KEPT, secret);
  } catch {
    // Filled in on this page only.
  }
  useSecret(figure, secret);
}

function useSecret(figure: Element, secret: string): void {
  fill("PAYDESK_SECRET_KEY", secret);
  say(
    figure,
    "Filled in with your test key, in this tab only. Keep keys out of code that you store.",
  );
}
