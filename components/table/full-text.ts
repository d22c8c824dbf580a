import type { PointerEvent } from "react";
import { ROW_LINK } from "./table-row.tsx";

/** Tells the whole text of a cut cell as the tooltip of its row. The row's link covers the cells, so the cell is found by
 *  the pointer's position. For the keyboard, the preview of a row (Space) shows every text in full. */
export function tellFullText(event: PointerEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  const row = target.closest("tr");
  const link = row?.querySelector<HTMLElement>(`[${ROW_LINK}]`);
  if (!row || !link) return;
  const cell = [...row.cells].find((one) => {
    const { left, right } = one.getBoundingClientRect();
    return event.clientX >= left && event.clientX < right;
  });
  // biome-ignore lint/performance/useDomNodeTextContent: hidden texts, such as those of a phone's row, do not count.
  const text = cell && isCut(cell) ? cell.innerText : "";
  if (link.title !== text) link.title = text;
}

const isCut = (cell: HTMLElement) =>
  [cell, ...cell.querySelectorAll<HTMLElement>(".truncate")].some(
    (part) => part.scrollWidth > part.clientWidth,
  );
