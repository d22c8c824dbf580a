import { type Element, findElement, parse, textOf } from "./html.ts";

const LONGEST_DESCRIPTION = 160;

/** A page of the documentation as Next rendered it. */
export type Page = {
  path: string;
  title: string;
  description: string;
  html: string;
  main: Element;
};

/** Shown to people who work on screens, not to integrators. */
export const isInternal = (path: string) => /^\/docs\/design(\/|$)/.test(path);

/** Reads a rendered page. Throws if it has no main element with a heading. */
export function pageOf(path: string, html: string): Page {
  const main = findElement(parse(html), ({ tag }) => tag === "main");
  const heading = main && findElement(main, ({ tag }) => tag === "h1");
  if (!main || !heading) throw new Error(`${path} has no main element with a heading`);
  const first = findElement(main, ({ tag }) => tag === "p");
  return {
    path,
    title: textOf(heading).trim(),
    description: shortened(first ? textOf(first).replace(/\s+/g, " ").trim() : ""),
    html,
    main,
  };
}

function shortened(text: string): string {
  if (text.length <= LONGEST_DESCRIPTION) return text;
  const cut = text.slice(0, LONGEST_DESCRIPTION);
  return `${cut.slice(0, cut.lastIndexOf(" "))} …`;
}
