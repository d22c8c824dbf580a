import type { ReactNode } from "react";
import { Part as NamedPart } from "../guide-parts.tsx";
import { PARTS, type PartId } from "./parts.ts";

export function Part({ id, children }: { id: PartId; children: ReactNode }) {
  return (
    <NamedPart id={id} title={PARTS[id]}>
      {children}
    </NamedPart>
  );
}
