import type { Metadata } from "next";
import { Suspense } from "react";
import { FrameSpecimen } from "./frame-specimen.tsx";

export const metadata: Metadata = { title: "Design: the frame" };

export default function FramePage() {
  return (
    <Suspense>
      <FrameSpecimen />
    </Suspense>
  );
}
