/** What a person can choose: follow the system, or one of the two for good. */
export type Theme = "system" | "light" | "dark";

export const THEME_COOKIE = "paydesk_theme";
const YEAR_S = 31_536_000;

export function readTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}

/** Browser only. Switches at once and remembers: the server renders the next page in it. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  const age = theme === "system" ? 0 : YEAR_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${age}; samesite=lax`;
}
