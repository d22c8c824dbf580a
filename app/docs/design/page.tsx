import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { ChartSpecimens } from "./chart-specimens.tsx";
import { ControlSpecimens } from "./control-specimens.tsx";
import { DisplaySpecimens } from "./display-specimens.tsx";
import { ScreenRecipe } from "./screen-recipe.tsx";
import { ThemeButtons } from "./theme-buttons.tsx";
import { TokenSpecimens } from "./token-specimens.tsx";

export const metadata: Metadata = { title: "Design" };

const RULES = [
  [
    "One focus",
    "Each page has one figure or status that stands out. Everything else is less prominent.",
  ],
  [
    "Hairlines, not boxes",
    "Space and a line separate sections. Only floating elements have a shadow.",
  ],
  [
    "Never colour alone",
    "A status has an icon and a word. A line in a chart has its name at its end.",
  ],
  [
    "The trade's words",
    "A button has a verb and an object: “Refund 12.00 EUR”, “Revoke key”. Never “OK”.",
  ],
  ["Stable layout", "Loading keeps the layout. Old rows stay, dimmed, until the new rows arrive."],
  [
    "Everything has a URL",
    "It contains mode, filters, page and object, so you can send it to a colleague.",
  ],
  [
    "Money is exact",
    "ISO 4217 exponent, a real minus sign, always the currency code, tabular figures, right-aligned.",
  ],
  [
    "The merchant's time",
    "Times are shown in the merchant's time zone, with UTC on hover and focus. Relative times only within 24 hours.",
  ],
] as const;

/** The design system: the tokens, components and rules that the dashboard uses. */
export default function DesignPage() {
  return (
    <main className="mx-auto max-w-page px-4 pb-24 md:px-6">
      <header className="flex flex-wrap items-end justify-between gap-4 pt-12 pb-6">
        <div>
          <h1 className="text-28 font-semibold">Design</h1>
          <p className="mt-1 max-w-prose text-14 text-ink-muted">
            A working tool: dense where people scan, spacious where they decide. These are the
            components that the dashboard uses.{" "}
            <PlaceLink
              href="/docs/design/frame"
              className="text-accent-ink underline underline-offset-2"
            >
              See them in the dashboard frame
            </PlaceLink>
            .
          </p>
        </div>
        <ThemeButtons />
      </header>
      <Part id="rules" title="Rules">
        <dl className="grid gap-x-10 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
          {RULES.map(([rule, reason]) => (
            <div key={rule}>
              <dt className="text-13 font-semibold">{rule}</dt>
              <dd className="mt-0.5 text-13 text-ink-muted">{reason}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part id="tokens" title="Tokens">
        <TokenSpecimens />
      </Part>
      <Part id="controls" title="Controls">
        <ControlSpecimens />
      </Part>
      <Part id="display" title="Display">
        <DisplaySpecimens />
      </Part>
      <Part id="charts" title="Charts">
        <ChartSpecimens />
      </Part>
      <Part id="screen" title="How to build a screen">
        <ScreenRecipe />
      </Part>
    </main>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-t border-line py-8">
      <h2 id={id} className="mb-5 text-20 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
