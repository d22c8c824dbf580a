"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, read, readsUnder } from "#lib/dashboard/client.ts";
import type { AnnotationsView } from "#lib/dashboard/views/annotations.ts";
import { useSession } from "../../session.tsx";
import { type AnnotatedProps, TagsPending } from "./annotations.tsx";
import { updateOptimistically } from "./optimistic-update.ts";
import { TagForm } from "./tag-form.tsx";

type Change = { add: string } | { remove: string };

/** The tags as chips that link to the list of objects with the same tag. Members who may change them add and remove tags. */
export function ObjectTags({ id, noun }: AnnotatedProps) {
  const { mode, session } = useSession();
  const label = useId();
  const [open, setOpen] = useState(false);
  const subject = { mode, id };
  const { data } = useQuery(read("/:mode/annotations/:id", subject));
  const change = useTagChange(subject);
  if (!data) return <TagsPending />;
  const mayChange = session.may.includes("annotate");
  if (data.tags.length === 0 && !mayChange) return null;
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-1.5 pb-2">
      <span id={label} className="sr-only">
        Tags
      </span>
      <ul aria-labelledby={label} className="contents">
        {data.tags.map((tag) => (
          <li
            key={tag}
            className="flex h-6 max-w-full items-center gap-1 rounded-full border border-line bg-surface-sunken pl-2.5 text-12 pointer-coarse:h-8"
          >
            <PlaceLink
              href={`/${mode}/${noun}s?tag=${encodeURIComponent(tag)}`}
              className="truncate rounded-small hover:underline"
            >
              {tag}
            </PlaceLink>
            {mayChange ? (
              <button
                type="button"
                aria-label={`Remove the tag ${tag}`}
                onClick={() => change.mutate({ remove: tag })}
                className="flex size-6 items-center justify-center rounded-full text-ink-faint hover:text-ink pointer-coarse:size-8"
              >
                <X className="size-3" aria-hidden />
              </button>
            ) : (
              <span className="w-1.5" />
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <Popover
          title="Add a tag"
          align="start"
          open={open}
          onOpenChange={setOpen}
          trigger={
            <Button size="small" variant="quiet" icon={<Plus className="size-3.5" aria-hidden />}>
              Add tag
            </Button>
          }
        >
          <TagForm
            noun={noun}
            verb="Add"
            without={data.tags}
            error={change.error?.message}
            onTag={(add) => change.mutate({ add }, { onSuccess: () => setOpen(false) })}
          />
        </Popover>
      )}
    </div>
  );
}

/** Shown at once; rolled back if the server refuses it. */
function useTagChange(subject: { mode: string; id: string }) {
  const queries = useQueryClient();
  const { queryKey } = read("/:mode/annotations/:id", subject);
  return useMutation({
    mutationFn: (change: Change) =>
      updateOptimistically<AnnotationsView>(queries, {
        queryKey,
        change: (shown) => ({ ...shown, tags: changed(shown.tags, change) }),
        make: () => client.post("/:mode/annotations/:id/tags", subject, change),
      }),
    onError: ({ message }, change) => {
      if ("remove" in change) toast.failed("The tag was not removed", { description: message });
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey }),
        queries.invalidateQueries(readsUnder(`/${subject.mode}/tags`)),
      ]),
  });
}

function changed(tags: readonly string[], change: Change): string[] {
  const text = "add" in change ? change.add : change.remove;
  const others = tags.filter((tag) => tag.toLowerCase() !== text.toLowerCase());
  return "add" in change ? [...others, text] : others;
}
