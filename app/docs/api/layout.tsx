import type { ReactNode } from "react";
import { DocsFrame } from "../docs-frame.tsx";
import { EVENT_FAMILIES, GROUPS } from "./reference.ts";
import { ReferenceContents } from "./reference-contents.tsx";

export const dynamic = "force-static";
export const dynamicParams = false;
export const metadata = { robots: { index: true } };

const groups = GROUPS.map(({ name, slug, operations }) => ({
  name,
  slug,
  operations: operations.map(({ operationId, summary }) => ({ operationId, summary })),
}));
const families = EVENT_FAMILIES.map(({ name }) => name);

/** The frame of the reference. */
export default function ReferenceLayout({ children }: { children: ReactNode }) {
  return (
    <DocsFrame
      section="API reference"
      contents={<ReferenceContents groups={groups} families={families} />}
    >
      {children}
    </DocsFrame>
  );
}
