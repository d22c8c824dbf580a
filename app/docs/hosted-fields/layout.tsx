import type { ReactNode } from "react";
import { DocsFrame } from "../docs-frame.tsx";
import { GuideContents } from "../guide-contents.tsx";
import { PARTS } from "./parts.ts";

export const dynamic = "force-static";
export const metadata = { robots: { index: true } };

/** The frame of this guide, with the sections of the page among the contents. */
export default function GuideLayout({ children }: { children: ReactNode }) {
  return (
    <DocsFrame section="Guides" contents={<GuideContents parts={PARTS} />}>
      {children}
    </DocsFrame>
  );
}
