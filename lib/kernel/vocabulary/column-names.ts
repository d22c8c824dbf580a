import { type ListName, METADATA_COLUMN, METADATA_LISTS, OPTIONAL_COLUMNS } from "./lists.ts";

/** `a,b%2Cc`: the names of columns in a URL, with their commas escaped. */
export const encodeNames = (names: readonly string[]): string =>
  names.map(encodeURIComponent).join(",");

/** Malformed names are left out: people also cut addresses. */
export function decodeNames(text: string): string[] {
  const names = text.split(",").flatMap((name) => {
    try {
      return [decodeURIComponent(name)];
    } catch {
      return [];
    }
  });
  return [...new Set(names.filter(Boolean))];
}

/** The parameter by which a list reads optional columns; none where its rows have them anyway. */
export function askedColumns(
  list: ListName | undefined,
  names: readonly string[] | null,
): { more?: string } {
  const found = METADATA_LISTS.find((one) => one === list);
  if (!found || !names) return {};
  const optional: readonly string[] = OPTIONAL_COLUMNS[found];
  const more = names.filter((name) => optional.includes(name) || name.startsWith(METADATA_COLUMN));
  return more.length > 0 ? { more: encodeNames(more.toSorted()) } : {};
}
