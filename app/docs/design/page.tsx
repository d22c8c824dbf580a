import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { ChartSpecimens } from "./chart-specimens.tsx";
import { ControlSpecimens } from "./control-specimens.tsx";
import { DisplaySpecimens } from "./display-specimens.tsx";
import { ScreenRecipe } from "./screen-recipe.tsx";
import { ThemeButtons } from "./theme-buttons.tsx";
import { TokenSpecimens } from "./token-specimens.tsx";

export const metadata: Metadata = { title: "Design" };

const RULES = [
  [
    "One thing first",
    "Each page has one figure or one state that the eye finds at once. Everything else is quieter.",
  ],
  ["Hairlines, not boxes", "Parts are set apart by space and a line. Shadow is for what floats."],
  [
    "Never colour alone",
    "A status is an icon and a word; a line in a chart has its name at its end.",
  ],
  [
    "Words from the field",
    "A button is a verb and its object: “Refund 12.00 EUR”, “Revoke key”. Never “OK”.",
  ],
  [
    "Nothing jumps",
    "Loading keeps the layout. Old rows stay, dimmed, until the new ones are there.",
  ],
  [
    "Everything has an address",
    "Mode, filters, page and object are in it: it can be sent to a colleague.",
  ],
  [
    "Money is exact",
    "ISO 4217 exponent, a true minus for direction, the code always, tabular figures, right-aligned.",
  ],
  [
    "Time is the merchant's",
    "Their zone in text, UTC on hover and focus, relative only within 24 hours.",
  ],
] as const;

/** The house style, live: tokens, components and rules as the dashboard uses them. */
export default function DesignPage() {
  return (
    <main className="mx-auto max-w-page px-4 pb-24 md:px-6">
      <header className="flex flex-wrap items-end justify-between gap-4 pt-12 pb-6">
        <div>
          <h1 className="text-28 font-semibold">Design</h1>
          <p className="mt-1 max-w-prose text-14 text-ink-muted">
            A working instrument: quiet, dense where people scan, generous where they decide. These
            are the parts the dashboard is made of, as they are now.{" "}
            <Link
              href="/docs/design/frame"
              className="text-accent-ink underline underline-offset-2"
            >
              See them together in the frame
            </Link>
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
      <Part id="screen" title="How a screen is made">
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
