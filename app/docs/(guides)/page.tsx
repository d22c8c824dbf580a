import type { Metadata } from "next";
import { TextLink } from "#components/ui/text-link.tsx";
import { FIRST_CHARGE } from "../api/snippets.ts";
import { DocsCode } from "../docs-code.tsx";
import { Lead } from "../guide-parts.tsx";
import { GUIDE_GROUPS, type Guide } from "../guides.ts";

export const metadata: Metadata = { title: "Guides" };

const REFERENCE: Guide = {
  title: "API reference",
  href: "/docs/api",
  about: "Every call, field, event and error, with code samples.",
};

export default function GuidesPage() {
  return (
    <>
      <h1 className="text-28 font-semibold">Guides</h1>
      <Lead>
        One call creates a payment. It needs a test key; every account has one from the start. Quick
        start in the dashboard ticks off each step when your request arrives.
      </Lead>
      <DocsCode title="A first charge" snippets={[{ language: "curl", code: FIRST_CHARGE }]} />
      {GUIDE_GROUPS.map(({ name, guides }, index) => (
        <section key={name} className="mt-8">
          <h2 className="text-16 font-semibold">{name}</h2>
          <ul className="mt-2 grid gap-x-10 sm:grid-cols-2">
            {guides.map((guide) => (
              <Entry key={guide.href} guide={guide} />
            ))}
            {index === 0 && <Entry guide={REFERENCE} />}
          </ul>
        </section>
      ))}
      <p className="mt-8 max-w-prose text-13 text-ink-muted">
        For programs:{" "}
        <TextLink inText href="/llms.txt">
          llms.txt
        </TextLink>{" "}
        lists every page, each of which is also Markdown under its address with{" "}
        <code className="font-mono text-12">.md</code>. Changes of the API are a{" "}
        <TextLink inText href="/docs/changelog.atom">
          feed
        </TextLink>
        .
      </p>
    </>
  );
}

function Entry({ guide: { title, href, about } }: { guide: Guide }) {
  return (
    <li className="group relative border-t border-line py-4">
      <a
        href={href}
        className="text-14 font-semibold after:absolute after:inset-0 after:rounded-base group-hover:underline group-hover:underline-offset-2"
      >
        {title}
      </a>
      <p className="mt-0.5 text-13 text-ink-muted">{about}</p>
    </li>
  );
}
