"use client";

import { TextLink } from "#components/ui/text-link.tsx";
import { useSession } from "../../session.tsx";

/** The way from something to all that belongs together with it, whatever it is. */
export function TimelineLink({ id }: { id: string }) {
  const { mode } = useSession();
  return <TextLink href={`/${mode}/timeline/${id}`}>Whole timeline</TextLink>;
}
