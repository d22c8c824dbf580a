import type { Page } from "@playwright/test";

/** The badges in table cells that do not fit their cell, by their text. The first badge of each column headed "Status"
 *  is also measured with each of `labels`, so that the data need not contain every status. */
export function cutBadges(page: Page, labels: readonly string[]): Promise<string[]> {
  return page.evaluate((all) => {
    /** How far a badge extends beyond the content of its cell, which clips it. */
    const excess = (badge: Element) => {
      const cell = badge.closest("td")!;
      const edge =
        cell.getBoundingClientRect().right - parseFloat(getComputedStyle(cell).paddingRight);
      return Math.max(
        badge.getBoundingClientRect().right - edge,
        badge.scrollWidth - badge.clientWidth,
      );
    };
    const cut = (badge: Element) => {
      const over = excess(badge);
      return over > 0.5 ? [`"${badge.textContent}" lacks ${Math.ceil(over)} px`] : [];
    };
    const isShown = (element: Element) => element.getClientRects().length > 0;
    const badges = [...document.querySelectorAll("main td [data-badge]")].filter(isShown);
    const headOf = (badge: Element) => {
      const cell = badge.closest("td")!;
      return cell.closest("table")!.querySelectorAll("thead th")[cell.cellIndex];
    };
    const heads = new Map(badges.toReversed().map((badge) => [headOf(badge), badge]));
    const statuses = [...heads].filter(([head]) => head?.textContent?.trim() === "Status");
    const tried = statuses.flatMap(([, badge]) => {
      const text = [...badge.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
      if (!text) return [];
      const shown = text.nodeValue;
      const found = all.flatMap((label) => {
        text.nodeValue = label;
        return cut(badge);
      });
      text.nodeValue = shown;
      return found;
    });
    const absent = all.length > 0 && statuses.length === 0 ? ["the list shows no status"] : [];
    return [...new Set([...absent, ...badges.flatMap(cut), ...tried])];
  }, labels);
}
