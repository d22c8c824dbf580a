/** The event that says that React has taken over the page: its listeners and effects are there. */
const READY = "paydesk-ready";
/** A dialog, menu or list was asked for, or is no longer wanted. */
const OPENS = "paydesk-opens";
const CLOSES = "paydesk-closes";

/** Tells the page's first script that what was kept can be done. */
export const takeEarlyInput = () => void dispatchEvent(new Event(READY));

/** Keeps the keys that a person presses from now on until a dialog, menu or list has the focus, where they happen again. Its
 *  code may have to be loaded, and it gets the focus a frame later: keys of that time would be lost, or would act on the page.
 *  Returns a function that forgets them, for one that closes before. */
export function keepKeys(): () => void {
  latest += 1;
  const own = latest;
  dispatchEvent(new Event(OPENS));
  return () => {
    if (own === latest) dispatchEvent(new Event(CLOSES));
  };
}

/** Counts the popups that were asked for: a menu that closes after its item opened a dialog must not forget the dialog's keys. */
let latest = 0;

/** A script for the start of a page. Between the page's HTML and its scripts a second or more may pass, in which the
 *  page looks ready. Keys, clicks on buttons and texts of that time are kept and happen again when the page listens.
 *  Escape forgets them. */
export const earlyInputScript = () =>
  `(${keepEarlyInput})("${READY}",${retype},${press});(${keepPopupKeys})("${OPENS}","${CLOSES}",${press});(${markTyped})()`;

/** Puts a text into a field again. React ignores an event after which the value is the one that it knows. */
function retype(field: Field, value: string): void {
  field.value = "";
  Reflect.set(Object.getPrototypeOf(field), "value", value, field);
  const name = field.matches("select") ? "change" : "input";
  field.dispatchEvent(new Event(name, { bubbles: true }));
}

/** Presses a key where the focus is, with what a browser does only for a person's. */
function press(key: string, params: KeyboardEventInit): void {
  const on = document.activeElement ?? document.body;
  const happens = (name: string) =>
    on.dispatchEvent(new KeyboardEvent(name, { ...params, key, bubbles: true, cancelable: true }));
  const isDone = !happens("keydown");
  happens("keyup");
  if (isDone) return;
  const now = document.activeElement as HTMLInputElement;
  const isText = now.matches("input,textarea");
  if (params.ctrlKey || params.metaKey) {
    if (isText && key === "a") now.select();
  } else if (key === "Tab") {
    const stops = "a[href],button,input,select,textarea";
    const all = (now.closest("[role=dialog]") ?? document).querySelectorAll<HTMLElement>(stops);
    const open = [...all].filter(
      (one) => one.tabIndex >= 0 && !one.matches(":disabled") && one.getClientRects().length > 0,
    );
    open[open.indexOf(now) + (params.shiftKey ? -1 : 1)]?.focus();
  } else if (isText && key.length === 1) document.execCommand("insertText", false, key);
  else if (isText && key === "Backspace") document.execCommand("delete");
  else if (key === "Enter" && now.matches("input") && now.form) {
    const submit = [...now.form.elements].find((one) => one.matches("[type=submit]"));
    if (submit) (submit as HTMLElement).click();
    else now.form.requestSubmit();
  } else if (now.matches(key === "Enter" ? "a,button" : key === " " ? "button" : "html"))
    now.click();
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** These functions are sent to the browser as text, so each uses nothing from outside. */
function keepEarlyInput(ready: string, retypeIn: typeof retype, pressAgain: typeof press): void {
  const FIELD =
    "input:not([type=checkbox],[type=radio],[type=submit],[type=button]),textarea,select";
  const kept: { on: Element; again: () => void }[] = [];
  let isSearching = false;
  const keep = (event: Event, on: Element, again: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.push({ on, again });
  };
  const onClick = (event: MouseEvent) => {
    const { isTrusted, target, detail } = event;
    const on = isTrusted && (target as Element).closest("a,button,input,label,summary");
    if (!on || on.matches(`a,label,summary,${FIELD}`)) return;
    // People press a button again when nothing happens. It counts once.
    if (kept.at(-1)?.on === on) kept.pop();
    const again = { bubbles: true, cancelable: true, detail };
    keep(event, on, () => on.dispatchEvent(new MouseEvent("click", again)));
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    keep(event, form, () => form.requestSubmit(event.submitter));
  };
  const onInput = ({ isTrusted, target }: Event) => {
    const field = target as Field;
    if (!isTrusted || !field.matches(FIELD) || kept.at(-1)?.on === field) return;
    let { value } = field;
    field.addEventListener("input", () => {
      value = field.value;
    });
    kept.push({ on: field, again: () => retypeIn(field, value) });
  };
  const onKey = (event: KeyboardEvent) => {
    const { isTrusted, isComposing, key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (!isTrusted || isComposing || altKey) return;
    const target = event.target as Element;
    const opens = (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === "k";
    if (opens) isSearching = !isSearching;
    else if (ctrlKey || metaKey || (!isSearching && target.matches(FIELD))) return;
    if (key === "Escape") {
      kept.length = 0;
      isSearching = false;
    }
    // Without a search, Space and Enter are for what has the focus.
    const isForFocus = !isSearching && (target !== document.body || kept.length === 0);
    const isWord = key.length === 1 && !(key === " " && isForFocus);
    // The kept click can open a menu, which these keys move in.
    const isInMenu = kept.length > 0 && /^(Arrow(Up|Down)|Home|End)$/.test(key);
    const isKept =
      isWord ||
      isInMenu ||
      (key === "Enter" && !isForFocus) ||
      (key === "Backspace" && isSearching);
    if (isKept) keep(event, document.body, () => pressAgain(key, { ctrlKey, metaKey, shiftKey }));
  };
  const listeners = { click: onClick, submit: onSubmit, input: onInput, keydown: onKey };
  const each = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of each) addEventListener(name, listener, true);
  const doAll = async () => {
    for (const [name, listener] of each) removeEventListener(name, listener, true);
    for (const { on, again } of kept) {
      if (on.isConnected) again();
      // React renders after each of them.
      await null;
    }
  };
  addEventListener(ready, () => setTimeout(doAll), { once: true });
}

/** From `opens` on keeps keys until the focus is in a popup (a dialog, menu or list), where they happen again; a press of the
 *  pointer, `closes` or a popup that does not come ends it. */
function keepPopupKeys(opens: string, closes: string, pressAgain: typeof press): void {
  const POPUP = ":is([role=dialog],[role=menu],[role=listbox]):not([data-closed])";
  const MOST_MS = 5_000;
  const KEYS = ["Enter", "Backspace", "Escape", "Tab", "ArrowDown", "ArrowUp", "Home", "End"];
  let kept: (() => void)[] = [];
  /** The popup in which another one was asked for. */
  let around: Element | null = null;
  let timer: ReturnType<typeof setTimeout>;
  const found = (at: Element | null) => {
    const popup = at?.closest(POPUP) ?? null;
    return popup === around ? null : popup;
  };
  /** A dialog has the focus itself until its content is there, or if it has none that can have it. */
  const isBare = (popup: Element, at: Element | null) =>
    popup === at && popup.matches("[role=dialog]");
  const onKey = (event: KeyboardEvent) => {
    const { isComposing, key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    const at = document.activeElement;
    const popup = found(at);
    const waits = popup !== null && isBare(popup, at);
    if (popup && (waits ? key === "Escape" || key === "Tab" : kept.length === 0)) return end();
    if (isComposing || altKey) return;
    if (ctrlKey || metaKey ? key !== "a" : key.length > 1 && !KEYS.includes(key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A key that is still held is not meant for the popup that it opened.
    if (!repeat) kept.push(() => pressAgain(key, { ctrlKey, metaKey, shiftKey }));
    if (popup && !waits) void doAll();
  };
  const onFocus = ({ target }: Event) => {
    const popup = found(target as Element);
    if (popup && !isBare(popup, target as Element)) void doAll();
  };
  const doAll = async () => {
    const all = kept;
    end();
    for (const again of all) {
      // After what the page does on focus; React renders after each of them.
      await null;
      again();
    }
  };
  const end = () => {
    kept = [];
    clearTimeout(timer);
    removeEventListener("keydown", onKey, true);
    removeEventListener("focusin", onFocus, true);
    removeEventListener("pointerdown", end, true);
  };
  addEventListener(closes, end);
  addEventListener(opens, () => {
    const popups = document.querySelectorAll(POPUP);
    const at = document.activeElement;
    around = at?.closest(POPUP) ?? null;
    // It has the focus already, unless that is on the button that opens it.
    if (around === popups[popups.length - 1] && !at?.matches("[aria-expanded=true]")) return;
    clearTimeout(timer);
    timer = setTimeout(end, MOST_MS);
    addEventListener("keydown", onKey, true);
    addEventListener("focusin", onFocus, true);
    addEventListener("pointerdown", end, true);
  });
}

/** Marks forms in which a person typed, for `hasTyped`. */
function markTyped(): void {
  addEventListener("input", ({ target }) => {
    (target as Field).form?.setAttribute("data-typed", "");
  });
}

/** Whether the page has a form with a text that a person typed. */
export const hasTyped = (): boolean =>
  [...document.querySelectorAll<Field>("form[data-typed] :is(input,textarea)")].some(
    ({ type, value }) => value && !/checkbox|radio|hidden/.test(type),
  );
