"use client";

import { TextLink } from "#components/ui/text-link.tsx";
import { useSession } from "../../session.tsx";

/** Links to everything that belongs to one id. */
export function TimelineLink({ id }: { id: string }) {
  const { mode } = useSession();
  return <TextLink href={`/${mode}/timeline/${id}`}>View full timeline</TextLink>;
}
