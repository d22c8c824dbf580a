// calls.js: a call of the reference, made in test mode with a key that stays on the server, as in the dashboard's shell.

import { make } from "./dom.ts";
import { askInternal, readVisitor, signInUrl } from "./internal.ts";
import { fillKey } from "./test-key.ts";

type Answer = {
  status: number;
  requestId: string | null;
  body: string;
  durationMs: number;
  version: string | null;
};
type Call = { method: string; path: string; body: string | null };
type Detail = { target: HTMLElement };

const FIELD =
  "w-full rounded-base border border-line bg-surface-raised px-2.5 py-1.5 font-mono text-12 text-ink";
const SEND =
  "h-8 rounded-base bg-accent px-3 text-13 font-medium text-on-accent shadow-press transition-colors hover:bg-accent-hover disabled:bg-surface-hover disabled:text-ink-faint pointer-coarse:h-10";
const BOX = "mt-3 rounded-base border border-line p-3 text-13";

async function openCall(button: HTMLElement): Promise<void> {
  const place = button.parentElement;
  if (!place || place.querySelector("[data-call-form]")) return;
  button.setAttribute("aria-expanded", "true");
  try {
    const visitor = await readVisitor();
    place.append(visitor ? formFor(button, visitor) : signInBox());
  } catch (error) {
    place.append(make("p", { class: BOX, role: "alert" }, (error as Error).message));
  }
}

const signInBox = () =>
  make(
    "p",
    { "data-call-form": true, class: `${BOX} text-ink-muted` },
    make(
      "a",
      { href: signInUrl(), class: "text-accent-ink underline underline-offset-2" },
      "Sign in",
    ),
    " to make this call with your account in test mode.",
  );

function formFor(
  button: HTMLElement,
  { may, account }: { may: readonly string[]; account: { name: string } },
): HTMLElement {
  if (!may.includes("use_shell")) {
    const text = `Your role in ${account.name} cannot make calls here. Owners, admins and developers can.`;
    return make("p", { "data-call-form": true, class: `${BOX} text-ink-muted` }, text);
  }
  const { method = "GET", path = "", body } = button.dataset;
  const address = make("input", {
    class: FIELD,
    value: path,
    spellcheck: "false",
    "aria-label": "Path and query",
  });
  const content = body
    ? make(
        "textarea",
        {
          class: `${FIELD} mt-2`,
          rows: String(Math.min(body.split("\n").length, 16)),
          spellcheck: "false",
          "aria-label": "Body in JSON",
        },
        body,
      )
    : null;
  const send = make("button", { type: "submit", class: SEND }, "Send in test mode");
  const output = make("div", { role: "status", class: "mt-3" });
  const form = make(
    "form",
    { "data-call-form": true, class: BOX },
    make(
      "div",
      { class: "flex items-center gap-2" },
      make("code", { class: "font-mono text-12 font-semibold" }, method),
      address,
    ),
    content,
    make(
      "div",
      { class: "mt-2 flex flex-wrap items-center gap-3" },
      send,
      make(
        "span",
        { class: "text-12 text-ink-faint" },
        `As ${account.name}; the key stays on the server.`,
      ),
    ),
    output,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send.disabled = true;
    const call = { method, path: address.value.trim(), body: content?.value ?? null };
    perform(call)
      .then((parts) => output.replaceChildren(...parts))
      .catch((error) =>
        output.replaceChildren(make("p", { class: "text-negative-ink" }, error.message)),
      )
      .finally(() => {
        send.disabled = false;
      });
  });
  void fillId(address);
  return form;
}

/** Puts the newest object of the account in the place of an example's id. */
async function fillId(address: HTMLInputElement): Promise<void> {
  const [, list = "", name = ""] = /^(\/v1\/[^{?]*?)\/?\{(\w+)\}/.exec(address.value) ?? [];
  if (!name || list.includes("{")) return;
  try {
    const answer = await perform({ method: "GET", path: `${list}?limit=1`, body: null }, true);
    const { data } = JSON.parse(answer) as { data?: readonly { id?: string }[] };
    const id = data?.[0]?.id;
    if (id) address.value = address.value.replace(`{${name}}`, id);
  } catch {
    // The reader fills it in.
  }
}

async function perform(call: Call): Promise<Node[]>;
async function perform(call: Call, plain: true): Promise<string>;
async function perform(call: Call, plain = false): Promise<Node[] | string> {
  const isWrite = call.method === "POST";
  const answer = await askInternal<Answer>("/test/shell", {
    method: call.method,
    path: call.path,
    body: call.body,
    idempotencyKey: isWrite ? crypto.randomUUID() : null,
  });
  return plain ? answer.body : shown(answer);
}

function shown({ status, requestId, body, durationMs }: Answer): Node[] {
  const isFine = status < 400;
  const line = make(
    "p",
    { class: "mb-2 flex flex-wrap gap-x-3 text-12 text-ink-muted" },
    make(
      "span",
      { class: `font-medium ${isFine ? "text-positive-ink" : "text-negative-ink"}` },
      String(status),
    ),
    `${durationMs} ms`,
    requestId
      ? make(
          "a",
          {
            href: `/test/logs/${requestId}`,
            class: "font-mono text-accent-ink underline-offset-2 hover:underline",
          },
          requestId,
        )
      : null,
  );
  const pre = make(
    "pre",
    {
      tabindex: "0",
      "aria-label": "Answer",
      class:
        "max-h-140 overflow-auto rounded-base bg-surface-sunken p-3 font-mono text-12 leading-[1.6] whitespace-pre-wrap [overflow-wrap:anywhere]",
    },
    indented(body),
  );
  return [line, pre];
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

document.addEventListener("docs:call", (event) => {
  void openCall((event as CustomEvent<Detail>).detail.target);
});
document.addEventListener("docs:key", (event) => {
  void fillKey((event as CustomEvent<Detail>).detail.target);
});
