import type { Fact } from "#components/ui/definition-list.tsx";

/** A merchant's own key-value pairs, as they wrote them. */
export function metadataFacts(metadata: Record<string, string>): Fact[] {
  return Object.entries(metadata).map(([term, value]) => ({ term, value }));
}
