/** The part of the public interface of `paydesk.js` that this page uses. */
export type CardFields = {
  mount(element: Element): CardFields;
  on(type: string, handler: (event: CardEvent) => void): () => void;
  update(options: { appearance: Appearance }): void;
  tokenise(): Promise<
    | { paymentMethod: { id: string }; error?: undefined }
    | { error: { message: string; field?: string }; paymentMethod?: undefined }
  >;
  clear(): void;
  destroy(): void;
};

type CardEvent = { complete?: boolean; error?: { message: string } };
type Appearance = { theme: "light" | "dark"; variables: Record<string, string> };
type Open = (key: string) => { card(options: { appearance: Appearance }): CardFields };

let loading: Promise<Open> | undefined;

/** Loads `paydesk.js` once, as a shop's page does. */
export function loadPaydesk(): Promise<Open> {
  loading ??= new Promise<Open>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "/hosted/v1/paydesk.js";
    script.onload = () => resolve((window as unknown as { Paydesk: Open }).Paydesk);
    script.onerror = () => {
      loading = undefined;
      reject(new Error("The card fields could not be loaded. Reload the page."));
    };
    document.head.append(script);
  });
  return loading;
}

const TOKENS = {
  colorText: "--color-ink",
  colorLabel: "--color-ink",
  colorPlaceholder: "--color-ink-faint",
  colorBackground: "--color-surface-raised",
  colorBorder: "--color-line-control",
  colorFocus: "--color-accent-ink",
  colorError: "--color-negative-ink",
} as const;

/** Our colours in the current theme. */
export function appearanceNow(): Appearance {
  const chosen = document.documentElement.dataset.theme;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const style = getComputedStyle(document.documentElement);
  const colours = Object.entries(TOKENS).map(([name, token]) => [
    name,
    style.getPropertyValue(token).trim(),
  ]);
  return {
    theme: (chosen ? chosen === "dark" : prefersDark) ? "dark" : "light",
    variables: {
      ...Object.fromEntries(colours),
      labelSize: "13px",
      paddingY: "9px",
      gap: "16px",
    },
  };
}

/** Calls back on every change of theme. Returns a function that stops it. */
export function onThemeChange(handler: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(handler);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  system.addEventListener("change", handler);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", handler);
  };
}
