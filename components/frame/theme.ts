/** The choices of a theme; "system" follows the system's setting. */
export type Theme = "system" | "light" | "dark";

export const THEME_COOKIE = "paydesk_theme";
const YEAR_S = 31_536_000;

export function readTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}

/** Browser only. Applies the theme immediately and stores it in a cookie, so that the server renders later
 *  pages in it. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  const age = theme === "system" ? 0 : YEAR_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${age}; samesite=lax`;
}
