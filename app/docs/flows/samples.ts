import type { Snippet } from "#components/ui/code-frame.tsx";
import type { Flow } from "./flow.ts";
import { programsOf } from "./program-snippets.ts";
import { shellOf } from "./shell-snippets.ts";

/** A flow in every language of the guides. */
export const samplesOf = (flow: Flow): readonly Snippet[] => [
  { language: "curl", code: shellOf(flow) },
  ...programsOf(flow),
];
