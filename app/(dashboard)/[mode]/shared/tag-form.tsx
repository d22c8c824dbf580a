"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { countText } from "#components/format/locale.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { read } from "#lib/dashboard/client.ts";
import { LONGEST_TAG } from "#lib/kernel/vocabulary/annotations.ts";
import { useSession } from "../../session.tsx";
import type { AnnotatedProps } from "./annotations.tsx";

type Props = Pick<AnnotatedProps, "noun"> & {
  verb: string;
  /** Tags that are not offered. */
  without?: readonly string[];
  error?: string | undefined;
  onTag: (tag: string) => void;
};

const MOST_OFFERED = 6;

/** One tag: typed, or one of the account's own tags that begin with what is typed. */
export function TagForm({ noun, verb, without = [], error, onTag }: Props) {
  const { mode } = useSession();
  const list = useId();
  const [text, setText] = useState("");
  const { data } = useQuery(read("/:mode/tags", { mode }, { of: noun }));
  const typed = text.trim().toLowerCase();
  const has = new Set(without.map((tag) => tag.toLowerCase()));
  const offered = (data?.tags ?? [])
    .filter(({ tag }) => !has.has(tag.toLowerCase()) && tag.toLowerCase().includes(typed))
    .slice(0, MOST_OFFERED);
  return (
    <form
      className="flex w-64 max-w-full flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed) onTag(text.trim());
      }}
    >
      <Field label="Tag" error={error}>
        <Input
          autoFocus
          autoComplete="off"
          maxLength={LONGEST_TAG}
          value={text}
          onValueChange={setText}
          placeholder="vip"
        />
      </Field>
      {offered.length > 0 && (
        <ul aria-labelledby={list} className="flex flex-wrap gap-1.5">
          <span id={list} className="sr-only">
            Tags in use
          </span>
          {offered.map(({ tag, count }) => (
            <li key={tag}>
              <button
                type="button"
                onClick={() => onTag(tag)}
                className="h-6 max-w-56 truncate rounded-full border border-line bg-surface-sunken px-2.5 text-12 hover:border-line-control pointer-coarse:h-8"
              >
                {tag} <span className="text-ink-faint tabular-nums">{countText(count)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button type="submit" size="small" variant="primary" disabled={!typed}>
        {verb}
      </Button>
    </form>
  );
}
