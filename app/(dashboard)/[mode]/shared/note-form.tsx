"use client";

import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { countText } from "#components/format/locale.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import type { AnnotationsView } from "#lib/dashboard/views/annotations.ts";
import { LONGEST_NOTE } from "#lib/kernel/vocabulary/annotations.ts";
import { mentionAt } from "./mentions.ts";
import { useDraft } from "./use-draft.ts";

type Member = AnnotationsView["members"][number];

type Props = {
  /** The object of a new note, or the note that is edited. */
  about: string;
  noun: string;
  verb: string;
  initial?: string;
  members: readonly Member[];
  onSave: (text: string) => Promise<void>;
  onCancel?: () => void;
};

const MOST_OFFERED = 6;
/** The rest of the length is shown from here on. */
const NEARLY_FULL = 400;

/** The text of a note. `@` completes members, who are then told; Ctrl or Command with Enter saves. */
export function NoteForm(props: Props) {
  const { about, noun, verb, initial = "", members, onSave, onCancel } = props;
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const { text, setText, save } = useNote(about, initial, onSave);
  const names = useNames(box, { text, setText, members });
  const ready = text.trim() !== "" && !save.isPending;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      if (ready) save.mutate();
      return;
    }
    if (names.onKey(event.key)) event.preventDefault();
  };
  return (
    <form
      className="flex max-w-prose flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) save.mutate();
      }}
    >
      <div className="relative">
        <textarea
          ref={box}
          aria-label={initial ? "Note" : `New note on this ${noun}`}
          role="combobox"
          aria-expanded={names.isOpen}
          aria-controls={`${id}-members`}
          aria-autocomplete="list"
          aria-activedescendant={names.isOpen ? `${id}-${names.chosen}` : undefined}
          rows={2}
          maxLength={LONGEST_NOTE}
          placeholder="Write a note. @ mentions a colleague."
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            names.onType(event.target.selectionStart);
          }}
          onSelect={(event) => names.setCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          className="control field-sizing-content h-auto! min-h-16 w-full resize-y py-1.5"
        />
        <Members id={id} {...names} />
      </div>
      {save.error && <ErrorBanner error={save.error} />}
      {(text !== "" || onCancel) && (
        <div className="flex items-center gap-2">
          <Button
            type="submit"
            size="small"
            variant="primary"
            disabled={!ready}
            loading={save.isPending}
          >
            {verb}
          </Button>
          {onCancel && (
            <Button
              size="small"
              onClick={() => {
                setText(initial);
                onCancel();
              }}
            >
              Cancel
            </Button>
          )}
          {text.length > LONGEST_NOTE - NEARLY_FULL && (
            <span role="status" className="text-12 text-ink-faint tabular-nums">
              {countText(LONGEST_NOTE - text.length)} characters left
            </span>
          )}
        </div>
      )}
    </form>
  );
}

/** The text, kept in this tab until it is saved. */
function useNote(about: string, initial: string, onSave: Props["onSave"]) {
  const { typed, type, forget } = useDraft(`note ${about}`);
  const text = typed.text ?? initial;
  const save = useMutation({
    mutationFn: async () => {
      await onSave(text);
      return text;
    },
    // Keeps text that was typed meanwhile.
    onSuccess: (saved) => forget({ text: saved }),
  });
  const setText = (next: string) => type("text", next === initial ? null : next);
  return { text, setText, save };
}

type Typing = { text: string; setText: (text: string) => void; members: readonly Member[] };

/** Completes the member's name after an `@` before the caret. */
function useNames(box: RefObject<HTMLTextAreaElement | null>, { text, setText, members }: Typing) {
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [dismissed, setDismissed] = useState(-1);
  const asked = mentionAt(text, caret);
  const offered = asked && asked.at !== dismissed ? matching(members, asked.typed) : [];
  const complete = (member: Member | undefined) => {
    if (!asked || !member) return;
    const end = asked.at + member.name.length + 2;
    // Rendered at once: the caret must stand before the next key is typed.
    flushSync(() => {
      setText(`${text.slice(0, asked.at)}@${member.name} ${text.slice(caret)}`);
      setDismissed(asked.at);
      setCaret(end);
    });
    box.current?.setSelectionRange(end, end);
  };
  return {
    ...{ offered, chosen, complete, setCaret, isOpen: offered.length > 0 },
    onType(at: number) {
      setCaret(at);
      setChosen(0);
    },
    /** Whether the key was for the list of names. */
    onKey(key: string): boolean {
      if (offered.length === 0) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (step) setChosen((chosen + step + offered.length) % offered.length);
      else if (key === "Enter" || key === "Tab") complete(offered[chosen]);
      else if (key === "Escape") setDismissed(asked?.at ?? -1);
      else return false;
      return true;
    },
  };
}

type MembersProps = {
  id: string;
  offered: readonly Member[];
  chosen: number;
  complete: (member: Member) => void;
};

function Members({ id, offered, chosen, complete }: MembersProps) {
  return (
    <div
      id={`${id}-members`}
      role="listbox"
      aria-label="Members to mention"
      hidden={offered.length === 0}
      className="absolute top-full left-0 z-30 mt-1 min-w-48 rounded-medium border border-line bg-surface-raised p-1 shadow-float"
    >
      {offered.map((member, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus (aria-activedescendant).
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the text does the same.
        <div
          key={member.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => complete(member)}
          className="flex min-h-8 cursor-default items-center rounded-small px-2 text-13 hover:bg-surface-hover aria-selected:bg-surface-hover pointer-coarse:min-h-10"
        >
          {member.name}
        </div>
      ))}
    </div>
  );
}

function matching(members: readonly Member[], typed: string): Member[] {
  const wanted = typed.toLowerCase();
  return members
    .filter(({ name }) => {
      const words = name.toLowerCase();
      return words.startsWith(wanted) || words.includes(` ${wanted}`);
    })
    .slice(0, MOST_OFFERED);
}
