"use client";

import { later } from "#components/ui/later.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { AnnotatedKind } from "#lib/kernel/vocabulary/annotations.ts";
import { useSession } from "../../session.tsx";

/** The object that is annotated; `noun` in lower case. */
export type AnnotatedProps = { id: string; noun: AnnotatedKind };

/** The screen's statement of who reads notes. */
export const FOR_COLLEAGUES = "For colleagues only. Never shown to customers or in the API.";

/** The place of one line of tags. Members who may not add some see only those that there are. */
export function TagsPending() {
  const { session } = useSession();
  return session.may.includes("annotate") && <div className="h-9 pointer-coarse:h-11" />;
}

/** Tags of an object, under its head. */
export const ObjectTags = later<AnnotatedProps>(
  () => import("./object-tags.tsx").then(({ ObjectTags }) => ObjectTags),
  <TagsPending />,
);

/** Notes of members about an object. */
export const ObjectNotes = later<AnnotatedProps>(
  () => import("./object-notes.tsx").then(({ ObjectNotes }) => ObjectNotes),
  <Section title="Notes" note={FOR_COLLEAGUES}>
    <Skeleton className="h-17.25 w-full" />
  </Section>,
);
