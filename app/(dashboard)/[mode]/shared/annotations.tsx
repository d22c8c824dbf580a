"use client";

import { later } from "#components/ui/later.tsx";
import { Section } from "#components/ui/section.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { AnnotatedKind } from "#lib/kernel/vocabulary/annotations.ts";

/** The object that is annotated; `noun` in lower case. */
export type AnnotatedProps = { id: string; noun: AnnotatedKind };

/** Tags of an object, under its head. */
export const ObjectTags = later<AnnotatedProps>(
  () => import("./object-tags.tsx").then(({ ObjectTags }) => ObjectTags),
  <div className="min-h-7" />,
);

/** Notes of members about an object. */
export const ObjectNotes = later<AnnotatedProps>(
  () => import("./object-notes.tsx").then(({ ObjectNotes }) => ObjectNotes),
  <Section title="Notes">
    <Skeleton className="h-18 w-full" />
  </Section>,
);
