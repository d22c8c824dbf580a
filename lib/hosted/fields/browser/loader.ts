// paydesk.js: runs on the merchant's page, inserts our frame and passes settings in and results out. It never gets
// card data, because the frame's messages have no field for it (messages.ts).

import type { FieldName } from "./card-state.ts";
import type { FromFrame, Outcome, ToFrame } from "./messages.ts";

type Options = { appearance?: unknown; fields?: unknown };
type Handler = (event: object) => void;

const script = document.currentScript as HTMLScriptElement | null;
const ORIGIN = script ? new URL(script.src).origin : "";
const READY_WITHIN_MS = 15_000;
const EVENTS = ["ready", "change", "focus", "blur", "submit", "error"];
const KEY = /^pk_(test|live)_\w{20,}$/;

class PaydeskError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`Paydesk: ${message}`);
    this.name = "PaydeskError";
    this.code = code;
  }
}

const fail = (code: string, message: string): never => {
  throw new PaydeskError(code, message);
};

const outcomeOf = (code: string, message: string, retryable: boolean): Outcome => ({
  error: { type: "api_error", code, message, retryable },
});

/** One set of card fields in one frame. */
class Card {
  readonly #key: string;
  readonly #locale: string;
  #options: Options;
  #frame: HTMLIFrameElement | null = null;
  #port: MessagePort | null = null;
  #isReady = false;
  #timer = 0;
  #calls = 0;
  #isDestroyed = false;
  /** Why the frame cannot be called at present. */
  #failure: Outcome | null = null;
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  readonly #unsent: ToFrame[] = [];
  readonly #handlers = new Map<string, Set<Handler>>();

  constructor(key: string, locale: string, options: Options) {
    this.#key = key;
    this.#locale = locale;
    this.#options = options;
  }

  /** Shows the fields inside an element or the element of a selector. */
  mount(place: string | Element): this {
    if (this.#isDestroyed) fail("destroyed", "this card was destroyed; create another.");
    if (this.#frame) fail("already_mounted", "this card is already on the page.");
    const element = typeof place === "string" ? document.querySelector(place) : place;
    if (!element) return fail("element_missing", `there is no ${String(place)} on this page.`);
    const channel = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    const frame = document.createElement("iframe");
    frame.src = `${ORIGIN}/hosted/v1/card?locale=${encodeURIComponent(this.#locale)}#${channel}`;
    frame.title = "Card details";
    // Card fields need no access to location, camera and so on.
    frame.allow = "";
    frame.style.cssText =
      "display:block;width:100%;min-width:100%;height:150px;margin:0;padding:0;border:0;overflow:hidden";
    frame.scrolling = "no";
    this.#frame = frame;
    this.#wearTheme();
    frame.addEventListener("load", () => this.#greet(frame, channel));
    this.#timer = window.setTimeout(() => this.#giveUp(), READY_WITHIN_MS);
    element.replaceChildren(frame);
    return this;
  }

  /** Registers a handler for `ready`, `change`, `focus`, `blur`, `submit` or `error`. Returns a function that removes
   * it. */
  on(type: string, handler: Handler): () => void {
    if (!EVENTS.includes(type)) fail("event_unknown", `there is no event ${type}.`);
    const handlers = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, handlers.add(handler));
    return () => handlers.delete(handler);
  }

  /** Exchanges the input for a token. Resolves to `{paymentMethod}` or `{error}`; never rejects. The same input gives
   * the same token until the payer changes it. */
  tokenise(): Promise<Outcome> {
    if (!this.#frame)
      return Promise.resolve(outcomeOf("not_mounted", "Mount the card first.", false));
    if (this.#failure) return Promise.resolve(this.#failure);
    const call = ++this.#calls;
    return new Promise((resolve) => {
      this.#waiting.set(call, resolve);
      this.#send({ type: "tokenise", call });
    });
  }

  focus(field: FieldName = "number"): void {
    this.#frame?.focus();
    this.#send({ type: "focus", field });
  }

  /** Clears the fields. */
  clear(): void {
    this.#send({ type: "clear" });
  }

  /** Changes how the mounted fields look. */
  update(options: Options): void {
    this.#options = { ...this.#options, ...options };
    this.#wearTheme();
    if (this.#isReady) this.#setUp();
  }

  /** Removes the fields and their content from the page. They can be mounted again. */
  unmount(): void {
    window.clearTimeout(this.#timer);
    this.#port?.close();
    this.#frame?.remove();
    this.#frame = this.#port = null;
    this.#isReady = false;
    this.#failure = null;
    this.#unsent.length = 0;
    this.#settleAll(outcomeOf("unmounted", "The card fields were removed from the page.", false));
  }

  /** Removes the fields permanently. */
  destroy(): void {
    this.unmount();
    this.#handlers.clear();
    this.#isDestroyed = true;
  }

  /** The browser delivers this only to a document of our origin, with the other end of the port, so no other script
   * can read it. Runs again when the frame was reloaded and is empty. */
  #greet(frame: HTMLIFrameElement, channel: string): void {
    if (this.#frame !== frame) return;
    this.#port?.close();
    this.#isReady = false;
    this.#settleAll(outcomeOf("unmounted", "The card fields were reloaded.", true));
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#receive(data as FromFrame);
    frame.contentWindow?.postMessage({ paydesk: channel }, ORIGIN, [port2]);
    this.#setUp();
  }

  #setUp(): void {
    const { appearance, fields } = this.#options;
    this.#port?.postMessage({ type: "setup", key: this.#key, appearance, fields });
  }

  #send(message: ToFrame): void {
    if (this.#isReady) this.#port?.postMessage(message);
    else if (this.#frame) this.#unsent.push(message);
  }

  #receive(message: FromFrame): void {
    if (message.type === "height") {
      if (this.#frame) this.#frame.style.height = `${message.height}px`;
    } else if (message.type === "outcome") {
      this.#waiting.get(message.call)?.(message.outcome);
      this.#waiting.delete(message.call);
    } else if (message.type === "ready" || message.type === "refused") {
      for (const one of message.refused) console.warn(`Paydesk: ${one}.`);
      if (message.type === "ready") this.#open();
    } else if (message.type === "change") this.#emit("change", message.state);
    else this.#emit(message.type, { field: (message as { field?: FieldName }).field });
  }

  #open(): void {
    window.clearTimeout(this.#timer);
    this.#failure = null;
    this.#isReady = true;
    for (const message of this.#unsent.splice(0)) this.#send(message);
    this.#emit("ready", {});
  }

  #giveUp(): void {
    const failure = outcomeOf("fields_unreachable", "The card fields could not be loaded.", true);
    this.#failure = failure;
    this.#unsent.length = 0;
    this.#emit("error", { error: failure.error });
    this.#settleAll(failure);
  }

  #settleAll(outcome: Outcome): void {
    for (const resolve of this.#waiting.values()) resolve(outcome);
    this.#waiting.clear();
  }

  #emit(type: string, event: object): void {
    for (const handler of this.#handlers.get(type) ?? []) handler({ type, ...event });
  }

  /** A frame whose colour scheme differs from its element's gets an opaque background. */
  #wearTheme(): void {
    const { theme } = (this.#options.appearance ?? {}) as { theme?: unknown };
    const schemes: Record<string, string> = { dark: "dark", auto: "light dark" };
    this.#frame?.style.setProperty("color-scheme", schemes[String(theme)] ?? "light");
  }
}

/** Opens Paydesk for a page. Throws a `PaydeskError` for a key that cannot be used here. */
function open(key: string, { locale = "auto" }: { locale?: string } = {}) {
  if (/^sk_/.test(key))
    fail("key_secret", "a secret key must never be in a browser. Revoke it now.");
  if (!KEY.test(key)) fail("key_invalid", "pass a publishable key: pk_test_… or pk_live_…");
  if (key.startsWith("pk_live_") && location.protocol !== "https:") {
    fail("tls_required", "a live key works on https pages only.");
  }
  const language = locale === "auto" ? document.documentElement.lang || navigator.language : locale;
  const cards = new Set<Card>();
  return {
    card(options: Options = {}) {
      const card = new Card(key, language, options);
      cards.add(card);
      return card;
    },
    /** Removes all card fields from the page. */
    destroy() {
      for (const card of cards) card.destroy();
      cards.clear();
    },
  };
}

(window as unknown as { Paydesk: typeof open }).Paydesk = open;
