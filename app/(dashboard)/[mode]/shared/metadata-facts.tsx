import type { Fact } from "#components/ui/definition-list.tsx";

/** The merchant's own key–value pairs. */
export function metadataFacts(metadata: Record<string, string>): Fact[] {
  return Object.entries(metadata).map(([term, value]) => ({ term, value }));
}
