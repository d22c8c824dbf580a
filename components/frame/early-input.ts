/** The event that says that React has taken over the page: its listeners and effects are there. */
const READY = "paydesk-ready";

/** Tells the page's first script that what was kept can be done. */
export const takeEarlyInput = () => void dispatchEvent(new Event(READY));

/** A script for the start of a page. Between the page's HTML and its scripts a second or more may pass, in which the
 *  page looks ready. Keys, clicks on buttons and texts of that time are kept and happen again when the page listens.
 *  Escape forgets them. */
export const earlyInputScript = () => `(${keepEarlyInput})("${READY}",${retype},${press})`;

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
  const event = new KeyboardEvent("keydown", { ...params, key, bubbles: true, cancelable: true });
  if (!on.dispatchEvent(event) || event.ctrlKey || event.metaKey) return;
  const now = document.activeElement as HTMLElement;
  if (key.length === 1 && now.matches("input,textarea"))
    document.execCommand("insertText", false, key);
  else if (key === "Enter" && now.matches("a,button")) now.click();
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
    const isKept =
      isWord || (key === "Enter" && !isForFocus) || (key === "Backspace" && isSearching);
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
