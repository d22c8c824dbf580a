import { DEMO } from "#lib/domain/accounts/index.ts";
import { env } from "#lib/kernel/env.ts";
import { type Engine, until } from "./engine.ts";

type Step = { name: string; take(engine: Engine): Promise<void> };

const css = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`;

/** The visible element of this kind whose text begins so. */
const named = (selector: string, text: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.checkVisibility() && one.textContent.trim().startsWith(${JSON.stringify(text)}))`;

async function shows(engine: Engine, what: string, expression: string): Promise<void> {
  await until(what, () => engine.read<boolean>(`Boolean(${expression})`));
}

/** React answers to clicks on the page. */
const AWAKE = `Object.keys(document.querySelector("button") ?? {}).some((key) => key.startsWith("__reactProps"))`;

async function visit(engine: Engine, path: string): Promise<void> {
  await engine.open(new URL(path, env.publicUrl).href);
  await shows(engine, `${path} is ready`, AWAKE);
}

/** Nothing is wider than the window, a click beside a row does not land in it, and every field and button has a size. */
async function expectWhole(engine: Engine, where: string): Promise<void> {
  const over = await engine.read<number>("document.documentElement.scrollWidth - innerWidth");
  if (over > 0) throw new Error(`${where} is ${over} px wider than the window`);
  const caught = await engine.read<boolean>(
    "Boolean(document.elementFromPoint(4, 4)?.closest('tr'))",
  );
  if (caught) throw new Error(`on ${where} a table row takes the clicks beside it`);
  const flat = await engine.read<string[]>(
    `[...document.querySelectorAll("main button, main input:not([type=hidden]):not([aria-hidden])")]
       .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 8 && !one.closest(".sr-only") && !one.matches(".sr-only"))
       .map((one) => one.outerHTML.slice(0, 120))`,
  );
  if (flat.length > 0) throw new Error(`${where} has controls without a height: ${flat.join(" ")}`);
}

async function signIn(engine: Engine): Promise<void> {
  await visit(engine, "/sign-in");
  await expectWhole(engine, "the sign-in");
  await engine.type(css("input[type=email]"), DEMO.email);
  await engine.type(css("input[type=password]"), DEMO.password);
  await engine.click(css("button[type=submit]"));
  await shows(
    engine,
    "Home after the sign-in",
    `location.pathname === "/test/home" && ${css("h1")}`,
  );
  await shows(engine, "the figures of Home", named("h2", "Latest payments"));
  await expectWhole(engine, "Home");
}

const rowsOf = `[...document.querySelectorAll("tbody tr")].filter((row) => row.checkVisibility() && row.querySelector("a"))`;

/** Filter by search, open a row, and Back to the same list. */
async function list(engine: Engine): Promise<void> {
  await visit(engine, "/test/payments");
  await shows(engine, "rows of payments", `${rowsOf}.length >= 20`);
  await expectWhole(engine, "the list of payments");
  const all = await engine.read<string>("document.querySelector('h1').textContent");
  await engine.type(css("input[role=combobox]"), "status:failed\uE007");
  await shows(engine, "the filter of the list", `/status=failed/.test(location.search)`);
  await shows(
    engine,
    "fewer rows",
    `document.querySelector("h1").textContent !== ${JSON.stringify(all)}`,
  );
  const before = await engine.read<string>("location.href");
  await engine.click(`${rowsOf}[0].querySelector("a")`);
  await shows(engine, "the page of a payment", `/payments\\/pay_/.test(location.pathname)`);
  await expectWhole(engine, "the page of a payment");
  await engine.read("history.back()");
  await shows(engine, "the list again", `location.href === ${JSON.stringify(before)}`);
  await shows(engine, "its rows again", `${rowsOf}.length > 0`);
}

const FIELDS = "/hosted/";

/** The card fields in their frame, with a card and an expiry date that are wrong first. */
async function hostedFields(engine: Engine): Promise<void> {
  await visit(engine, "/test/checkout");
  await shows(engine, "the frame of the card fields", css(`iframe[src*="${FIELDS}"]`));
  await engine.type(css("#number"), "4242424242424241", FIELDS);
  await engine.type(css("#expiry"), "1234", FIELDS);
  // By Pay, not by leaving the field: Firefox without a screen has no focus to lose.
  await shows(engine, "a button to pay", `!(${named("main button", "Pay ")}).disabled`);
  await engine.click(named("main button", "Pay "));
  await until("a wrong number is explained", () =>
    engine.read<boolean>(`${css("#number-error")}.textContent !== ""`, FIELDS),
  );
  const shown = await engine.read<string[]>(
    `["number", "expiry"].map((id) => document.getElementById(id).value)`,
    FIELDS,
  );
  const wanted = ["4242 4242 4242 4241", "12 / 34"];
  if (shown.join() !== wanted.join()) {
    throw new Error(`the card fields show ${shown.join(", ")} in place of ${wanted.join(", ")}`);
  }
  // The page resizes the frame after the frame has told it its new height.
  await until("the card fields fit their frame", () =>
    engine.read<boolean>(
      "Boolean(document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight)",
      FIELDS,
    ),
  );
}

/** A card is charged on the checkout, and the payment is on the dashboard. */
async function charge(engine: Engine): Promise<void> {
  await visit(engine, "/test/checkout");
  await engine.type(css("#number"), "4242424242424242", FIELDS);
  await engine.type(css("#expiry"), "1234", FIELDS);
  await engine.type(css("#cvc"), "123", FIELDS);
  await expectWhole(engine, "the checkout");
  await shows(engine, "a button to pay", `!(${named("main button", "Pay ")}).disabled`);
  await engine.click(named("main button", "Pay "));
  await shows(engine, "a paid order", `document.querySelector("a[href*='/payments/pay_']")`);
  await engine.click(`document.querySelector("a[href*='/payments/pay_']")`);
  await shows(engine, "the page of the payment", `/payments\\/pay_/.test(location.pathname)`);
  await shows(engine, "that it succeeded", named("main span", "Succeeded"));
}

/** Steps for every engine, in this order: the others need the sign-in. */
export const STEPS: readonly Step[] = [
  { name: "sign-in", take: signIn },
  { name: "list of payments", take: list },
  { name: "hosted fields", take: hostedFields },
  { name: "charge", take: charge },
];
