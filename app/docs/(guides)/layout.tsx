import type { ReactNode } from "react";
import { DocsFrame } from "../docs-frame.tsx";
import { GuideContents } from "../guide-contents.tsx";

export const dynamic = "force-static";
export const metadata = { robots: { index: true } };

/** The frame of the guides. */
export default function GuidesLayout({ children }: { children: ReactNode }) {
  return (
    <DocsFrame section="Guides" contents={<GuideContents />}>
      {children}
    </DocsFrame>
  );
}
