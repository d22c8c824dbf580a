"use client";

import { usePathname } from "next/navigation";
import { ContentsLink } from "./contents-link.tsx";
import { GUIDE_GROUPS } from "./guides.ts";

/** The list of guides. `parts` are the sections of the current page by anchor. */
export function GuideContents({ parts = {} }: { parts?: Readonly<Record<string, string>> }) {
  const here = usePathname();
  return (
    <>
      <ContentsLink href="/docs" current={here === "/docs"}>
        All guides
      </ContentsLink>
      {GUIDE_GROUPS.map(({ name, guides }) => (
        <div key={name} className="mt-5">
          <p className="pb-1 text-12 text-ink-faint">{name}</p>
          <ul>
            {guides.map(({ title, href }) => (
              <li key={href}>
                <ContentsLink href={href} current={href === here}>
                  {title}
                </ContentsLink>
                {href === here && <Parts parts={parts} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

function Parts({ parts }: { parts: Readonly<Record<string, string>> }) {
  if (Object.keys(parts).length === 0) return null;
  return (
    <ul className="mb-2 border-l border-line pl-3">
      {Object.entries(parts).map(([id, part]) => (
        <li key={id}>
          <ContentsLink href={`#${id}`}>{part}</ContentsLink>
        </li>
      ))}
    </ul>
  );
}
