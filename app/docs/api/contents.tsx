"use client";

import { usePathname } from "next/navigation";
import { cx } from "#components/ui/cx.ts";
import { PlaceLink } from "#components/ui/place-link.tsx";

type Group = {
  name: string;
  slug: string;
  operations: readonly { operationId: string; summary: string }[];
};

const GUIDES = [
  ["Introduction", "/docs/api"],
  ["Event types", "/docs/api/event-types"],
  ["Errors", "/docs/api/errors"],
  ["Versions", "/docs/api/versions"],
  ["Hosted fields", "/docs/hosted-fields"],
] as const;

/** The contents of the reference: beside the page on wide screens, collapsed above it on narrow ones. */
export function Contents({ groups }: { groups: readonly Group[] }) {
  const path = usePathname();
  const list = <Entries groups={groups} path={path} />;
  return (
    <>
      <details className="border-b border-line py-3 text-13 lg:hidden">
        <summary className="cursor-pointer font-medium">Contents</summary>
        <nav aria-label="Contents" className="pt-3">
          {list}
        </nav>
      </details>
      <nav
        aria-label="Contents"
        className="sticky top-0 hidden max-h-dvh self-start overflow-y-auto py-8 text-13 lg:block"
      >
        {list}
      </nav>
    </>
  );
}

function Entries({ groups, path }: { groups: readonly Group[]; path: string }) {
  return (
    <>
      <ul className="mb-5">
        {GUIDES.map(([name, href]) => (
          <li key={href}>
            <Entry href={href} current={path === href}>
              {name}
            </Entry>
          </li>
        ))}
      </ul>
      <ul>
        {groups.map(({ name, slug, operations }) => {
          const href = `/docs/api/${slug}`;
          const current = path === href;
          return (
            <li key={slug}>
              <Entry href={href} current={current}>
                {name}
              </Entry>
              {current && (
                <ul className="mb-2 border-l border-line pl-3">
                  {operations.map(({ operationId, summary }) => (
                    <li key={operationId}>
                      <Entry href={`${href}#${operationId}`} current={false}>
                        {summary}
                      </Entry>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Entry(props: { href: string; current: boolean; children: string }) {
  return (
    <PlaceLink
      href={props.href}
      aria-current={props.current ? "page" : undefined}
      className={cx(
        "block py-1 transition-colors pointer-coarse:py-2.5",
        props.current ? "font-semibold text-ink" : "text-ink-muted hover:text-ink",
      )}
    >
      {props.children}
    </PlaceLink>
  );
}
