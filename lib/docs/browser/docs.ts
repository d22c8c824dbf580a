// docs.js: what every page of the documentation runs. The search and the calls are loaded when they are first used.

import { ORIGIN } from "../origin.ts";

const LANGUAGE = "paydesk_language";
const COPIED_MS = 1_600;
const script = document.currentScript as HTMLScriptElement | null;
const RELEASE = script ? new URL(script.src).search : "";

/** Scripts that were asked for, by name. */
const loading = new Map<string, Promise<unknown>>();

function load(name: string): Promise<unknown> {
  const known = loading.get(name) ?? import(`/docs/${name}.js${RELEASE}`);
  loading.set(name, known);
  return known;
}

/** Loads a script and hands it what happened. */
async function tell(name: string, event: string, target: Element | null = null): Promise<void> {
  await load(name);
  document.dispatchEvent(
    new CustomEvent(`docs:${event}`, { detail: { target, release: RELEASE } }),
  );
}

function stored(): string | null {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}

/** Shows the samples of a language in every block that has it. */
function showLanguage(language: string): void {
  for (const figure of document.querySelectorAll("[data-code]")) {
    const samples = [...figure.querySelectorAll<HTMLElement>("[data-sample]")];
    if (!samples.some((sample) => sample.dataset.sample === language)) continue;
    for (const sample of samples) sample.hidden = sample.dataset.sample !== language;
    for (const button of figure.querySelectorAll<HTMLElement>("[data-language]")) {
      button.setAttribute("aria-pressed", String(button.dataset.language === language));
    }
  }
}

function chooseLanguage(button: HTMLElement): void {
  const language = button.dataset.language ?? "";
  // The pressed button stays where it is, whatever becomes longer or shorter above it.
  const before = button.getBoundingClientRect().top;
  showLanguage(language);
  window.scrollBy({ top: button.getBoundingClientRect().top - before, behavior: "instant" });
  try {
    localStorage.setItem(LANGUAGE, language);
  } catch {
    // Not remembered.
  }
}

const spoken = document.createElement("span");
spoken.setAttribute("role", "status");
spoken.className = "sr-only";

async function copy(button: HTMLElement): Promise<void> {
  const pres = [...(button.closest("figure")?.querySelectorAll("pre") ?? [])];
  const shown = pres.find((pre) => !pre.closest("[hidden]"));
  await navigator.clipboard.writeText(shown?.textContent ?? "");
  const label = button.getAttribute("aria-label") ?? "Copy";
  button.setAttribute("aria-label", "Copied");
  button.classList.add("text-positive-ink!");
  spoken.textContent = label.replace("Copy", "Copied");
  setTimeout(() => {
    button.setAttribute("aria-label", label);
    button.classList.remove("text-positive-ink!");
  }, COPIED_MS);
}

function onClick({ target }: MouseEvent): void {
  const button = (target as Element).closest<HTMLElement>("button");
  if (!button) return;
  if (button.dataset.language !== undefined) chooseLanguage(button);
  else if (button.dataset.docsSearch !== undefined) void tell("search", "search");
  else if (button.dataset.call !== undefined) void tell("calls", "call", button);
  else if (button.dataset.fillKey !== undefined) void tell("calls", "key", button);
  else if (button.getAttribute("aria-label")?.startsWith("Copy")) void copy(button);
}

function onKey(event: KeyboardEvent): void {
  const { key, target } = event;
  const isTyping = (target as Element).closest?.("input, textarea, select, dialog");
  const isCommand = (event.metaKey || event.ctrlKey) && key.toLowerCase() === "k";
  if (!isCommand && (key !== "/" || isTyping || event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  void tell("search", "search");
}

// The server fills in the installation's URL, here as well: a reader who came by another name of it sees that one. In
// development nothing is filled in, and this does it.
for (const code of document.querySelectorAll("[data-sample] code")) {
  const text = code.textContent ?? "";
  if (text.includes(ORIGIN)) code.textContent = text.replaceAll(ORIGIN, location.origin);
}

document.body.append(spoken);
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
for (const button of document.querySelectorAll("[data-docs-search]")) {
  for (const event of ["pointerenter", "focus"]) {
    button.addEventListener(event, () => void tell("search", "prepare"), { once: true });
  }
}
const remembered = stored();
if (remembered) showLanguage(remembered);
