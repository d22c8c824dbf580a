import type { Metadata } from "next";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { OriginCode } from "../api/origin-code.tsx";
import { FIRST_CHARGE } from "../api/snippets.ts";
import { Lead } from "../guide-parts.tsx";
import { GUIDES } from "../guides.ts";

export const metadata: Metadata = { title: "Guides" };

export default function GuidesPage() {
  return (
    <>
      <h1 className="text-28 font-semibold">Guides</h1>
      <Lead>
        One call creates a payment. It needs a test key; every account has one from the start. Quick
        start in the dashboard ticks off each step when your request arrives.
      </Lead>
      <OriginCode title="A first charge" snippets={[{ language: "curl", code: FIRST_CHARGE }]} />
      <ul className="mt-8 grid gap-x-10 sm:grid-cols-2">
        {GUIDES.map(({ title, href, about }) => (
          <li key={href} className="group relative border-t border-line py-4">
            <PlaceLink
              href={href}
              className="text-14 font-semibold after:absolute after:inset-0 after:rounded-base group-hover:underline group-hover:underline-offset-2"
            >
              {title}
            </PlaceLink>
            <p className="mt-0.5 text-13 text-ink-muted">{about}</p>
          </li>
        ))}
        <li className="group relative border-t border-line py-4">
          <PlaceLink
            href="/docs/api"
            className="text-14 font-semibold after:absolute after:inset-0 after:rounded-base group-hover:underline group-hover:underline-offset-2"
          >
            API reference
          </PlaceLink>
          <p className="mt-0.5 text-13 text-ink-muted">
            Every call, field, event and error, with code samples.
          </p>
        </li>
      </ul>
    </>
  );
}
