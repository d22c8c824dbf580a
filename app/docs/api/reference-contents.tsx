"use client";

import { usePathname } from "next/navigation";
import { ContentsLink } from "../contents-link.tsx";

type Group = {
  name: string;
  slug: string;
  operations: readonly { operationId: string; summary: string }[];
};

const PAGES = [
  ["Introduction", "/docs/api"],
  ["Errors", "/docs/api/errors"],
  ["Versions", "/docs/api/versions"],
] as const;
const EVENT_TYPES = "/docs/api/event-types";

/** The contents of the reference: its pages, the families of event types, and the calls by group. */
export function ReferenceContents(props: {
  groups: readonly Group[];
  families: readonly string[];
}) {
  const { groups, families } = props;
  const here = usePathname();
  return (
    <>
      <ul className="mb-5">
        {PAGES.map(([name, href]) => (
          <li key={href}>
            <ContentsLink href={href} current={here === href}>
              {name}
            </ContentsLink>
          </li>
        ))}
        <li>
          <ContentsLink href={EVENT_TYPES} current={here === EVENT_TYPES}>
            Event types
          </ContentsLink>
          {here.startsWith(EVENT_TYPES) && (
            <ul className="mb-2 border-l border-line pl-3">
              {families.map((family) => {
                const href = `${EVENT_TYPES}/${family}`;
                return (
                  <li key={family}>
                    <ContentsLink href={href} current={here === href}>
                      {`${family}.*`}
                    </ContentsLink>
                  </li>
                );
              })}
            </ul>
          )}
        </li>
      </ul>
      <ul>
        {groups.map((group) => (
          <GroupEntry key={group.slug} group={group} here={here} />
        ))}
      </ul>
    </>
  );
}

function GroupEntry({ group: { name, slug, operations }, here }: { group: Group; here: string }) {
  const href = `/docs/api/${slug}`;
  const current = here === href;
  return (
    <li>
      <ContentsLink href={href} current={current}>
        {name}
      </ContentsLink>
      {current && (
        <ul className="mb-2 border-l border-line pl-3">
          {operations.map(({ operationId, summary }) => (
            <li key={operationId}>
              <ContentsLink href={`${href}#${operationId}`}>{summary}</ContentsLink>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
