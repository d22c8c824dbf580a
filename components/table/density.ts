export type Density = "comfortable" | "compact";

export const DENSITY_COOKIE = "paydesk_rows";
/** On an element around the tables; cells have a compact height below `compact`. */
export const DENSITY_DATA = "data-rows";
const YEAR_S = 31_536_000;

export const readDensity = (value: string | undefined): Density =>
  value === "compact" ? "compact" : "comfortable";

/** The density of the page. On the server the default, because only popups show it. */
export const currentDensity = (): Density =>
  typeof document === "undefined"
    ? "comfortable"
    : readDensity(frame()?.getAttribute(DENSITY_DATA) ?? undefined);

/** Browser only. Applies the height of the rows of every list immediately and stores it in a cookie, so that the server
 *  renders later pages with it. */
export function applyDensity(density: Density): void {
  frame()?.setAttribute(DENSITY_DATA, density);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `${DENSITY_COOKIE}=${density}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

const frame = () => document.querySelector(`[${DENSITY_DATA}]`);
