// search.js: the search of the documentation. Its index is a file that the build makes from the pages.

import {
  type DocsEntry,
  type DocsIndex,
  excerptOf,
  indexOf,
  searchDocs,
} from "#components/docs/match-docs.ts";
import { make } from "./dom.ts";

type Detail = { release: string };

const MOST = 12;
let index: Promise<DocsIndex> | null = null;

function readIndex(release: string): Promise<DocsIndex> {
  index ??= fetch(`/docs/search.json${release}`)
    .then((response) => response.json() as Promise<DocsEntry[]>)
    .then(indexOf);
  index.catch(() => {
    index = null;
  });
  return index;
}

const field = make("input", {
  type: "text",
  role: "combobox",
  "aria-label": "Search the documentation",
  "aria-expanded": "true",
  "aria-controls": "docs-hits",
  "aria-autocomplete": "list",
  placeholder: "A call, field, error, event, card or word",
  autocomplete: "off",
  spellcheck: "false",
  class:
    "h-12 min-w-0 flex-1 bg-transparent text-16 outline-none placeholder:text-ink-faint sm:text-14",
});
const list = make("div", {
  id: "docs-hits",
  role: "listbox",
  "aria-label": "Results",
  class: "min-h-0 flex-1 overflow-y-auto overscroll-contain p-2",
});
const count = make("p", { role: "status", class: "sr-only" });
const close = make(
  "button",
  { type: "button", class: "rounded-small px-1 py-1 text-13 text-ink-muted pointer-coarse:py-3" },
  "Close",
);
const dialog = make(
  "dialog",
  {
    "aria-label": "Search the documentation",
    class:
      "fixed inset-x-0 top-0 m-0 mx-auto max-h-dvh w-full max-w-none flex-col overflow-hidden bg-surface-raised p-0 text-ink shadow-modal outline-none backdrop:bg-black/40 open:flex sm:top-[12vh] sm:max-h-[70vh] sm:w-160 sm:rounded-large",
  },
  make("div", { class: "flex items-center gap-2.5 border-b border-line px-4" }, field, close),
  count,
  list,
);

let hits: HTMLElement[] = [];
let selected = 0;

function select(next: number): void {
  hits[selected]?.setAttribute("aria-selected", "false");
  selected = (next + hits.length) % Math.max(hits.length, 1);
  const hit = hits[selected];
  hit?.setAttribute("aria-selected", "true");
  hit?.scrollIntoView({ block: "nearest" });
  if (hit) field.setAttribute("aria-activedescendant", hit.id);
  else field.removeAttribute("aria-activedescendant");
}

function hitOf(entry: DocsEntry, at: number): HTMLElement {
  const excerpt = excerptOf(entry, field.value);
  const isPage = entry.title === entry.page;
  const hit = make(
    "a",
    {
      id: `docs-hit-${at}`,
      role: "option",
      href: entry.href,
      tabindex: "-1",
      "aria-selected": "false",
      class: "block rounded-base px-2 py-1.5 text-13 aria-selected:bg-surface-hover",
    },
    make("span", { class: "font-medium" }, entry.title),
    isPage ? null : make("span", { class: "ml-2 text-12 text-ink-faint" }, entry.page),
    excerpt ? make("span", { class: "block truncate text-12 text-ink-muted" }, excerpt) : null,
  );
  hit.addEventListener("pointermove", () => select(at));
  return hit;
}

async function show(release: string): Promise<void> {
  const asked = field.value;
  let found: DocsEntry[];
  try {
    found = searchDocs(await readIndex(release), asked, MOST);
  } catch {
    count.textContent = "The search could not be loaded. Try again.";
    list.replaceChildren(make("p", { class: "p-3 text-13 text-ink-muted" }, count.textContent));
    return;
  }
  if (asked !== field.value) return;
  hits = found.map(hitOf);
  const isEmpty = asked.trim() !== "" && hits.length === 0;
  count.textContent = asked.trim() === "" ? "" : `${hits.length} results`;
  const none = make(
    "p",
    { class: "p-3 text-13 text-ink-muted" },
    `Nothing is called “${asked.trim()}”, and no page mentions it.`,
  );
  list.replaceChildren(...(isEmpty ? [none] : hits));
  select(0);
}

function onKey(event: KeyboardEvent): void {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step !== undefined) {
    event.preventDefault();
    select(selected + step);
  } else if (event.key === "Enter") {
    event.preventDefault();
    hits[selected]?.click();
  }
}

let release = "";
function open(): void {
  if (dialog.open) return;
  dialog.showModal();
  field.select();
  void show(release);
}

field.addEventListener("input", () => void show(release));
field.addEventListener("keydown", onKey);
close.addEventListener("click", () => dialog.close());
// A link to another part of the same page leaves the dialog open otherwise.
list.addEventListener("click", () => dialog.close());
dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
document.body.append(dialog);
document.addEventListener("docs:prepare", (event) => {
  ({ release } = (event as CustomEvent<Detail>).detail);
  void readIndex(release).catch(() => undefined);
});
document.addEventListener("docs:search", (event) => {
  ({ release } = (event as CustomEvent<Detail>).detail);
  open();
});
