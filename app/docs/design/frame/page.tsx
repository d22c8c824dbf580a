import type { Metadata } from "next";
import { FrameSpecimen } from "./frame-specimen.tsx";

export const metadata: Metadata = { title: "Design: the frame" };

export default function FramePage() {
  return <FrameSpecimen />;
}
