"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { Fragment, useState } from "react";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Section } from "#components/ui/section.tsx";
import { toast } from "#components/ui/toast.tsx";
import { client, read } from "#lib/dashboard/client.ts";
import type { AnnotationsView, NoteView } from "#lib/dashboard/views/annotations.ts";
import { useSession } from "../../session.tsx";
import { type AnnotatedProps, FOR_COLLEAGUES } from "./annotations.tsx";
import { mentionsIn, splitMentions } from "./mentions.ts";
import { NoteForm } from "./note-form.tsx";
import { useAttempt } from "./use-attempt.ts";

type Members = AnnotationsView["members"];

/** The notes about the object, newest first, and the form for a new note. */
export function ObjectNotes({ id, noun }: AnnotatedProps) {
  const { mode, session } = useSession();
  const queries = useQueryClient();
  const reading = read("/:mode/annotations/:id", { mode, id });
  const { data } = useQuery(reading);
  const once = useAttempt();
  if (!data) return null;
  const { notes, members } = data;
  const mayWrite = session.may.includes("annotate");
  const refresh = () => queries.invalidateQueries({ queryKey: reading.queryKey });
  const write = async (text: string) => {
    const note = { text, mentions: mentionsIn(text, members) };
    await once(note, (attempt) =>
      client.post("/:mode/annotations/:id/notes", { mode, id }, { ...note, attempt }),
    );
    await refresh();
  };
  return (
    <Section title="Notes" note={FOR_COLLEAGUES}>
      <div className="flex flex-col gap-4">
        {mayWrite && (
          <NoteForm about={id} noun={noun} verb="Add note" members={members} onSave={write} />
        )}
        {notes.length === 0 && !mayWrite && <p className="text-13 text-ink-muted">No notes.</p>}
        {notes.length > 0 && (
          <ol aria-label="Notes, newest first" className="flex flex-col">
            {notes.map((note) => (
              <Note key={note.id} {...{ note, noun, members, refresh }} />
            ))}
          </ol>
        )}
      </div>
    </Section>
  );
}

type NoteProps = {
  note: NoteView;
  noun: string;
  members: Members;
  refresh: () => Promise<unknown>;
};

function Note({ note, noun, members, refresh }: NoteProps) {
  const { mode, session } = useSession();
  const [editing, setEditing] = useState(false);
  const mayEdit = note.isOwn && session.may.includes("annotate");
  const save = async (text: string) => {
    const body = { text, mentions: mentionsIn(text, members) };
    await client.post("/:mode/notes/:id", { mode, id: note.id }, body);
    await refresh();
    setEditing(false);
  };
  const remove = async () => {
    await client.post("/:mode/notes/:id/delete", { mode, id: note.id });
    toast.done("Note deleted");
    await refresh();
  };
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-b-0">
      <div className="flex min-h-8 items-center gap-2 text-12 text-ink-faint">
        <span className="font-medium text-ink">{note.author ?? "A former user"}</span>
        <Timestamp value={note.createdAt} form="short" focusable />
        {note.editedAt && (
          <span>
            edited <Timestamp value={note.editedAt} form="short" />
          </span>
        )}
        <span className="ml-auto flex">
          {mayEdit && !editing && (
            <IconButton size="small" label="Edit note" onClick={() => setEditing(true)}>
              <Pencil className="size-3.5" aria-hidden />
            </IconButton>
          )}
          {note.mayDelete && (
            <ConfirmDialog
              title="Delete this note?"
              touches={`The text is deleted for everybody. The audit log keeps that there was a note${note.isOwn ? "" : ` of ${note.author ?? "a former user"}`}.`}
              verb="Delete note"
              onConfirm={remove}
              trigger={
                <IconButton size="small" label="Delete note">
                  <Trash2 className="size-3.5" aria-hidden />
                </IconButton>
              }
            />
          )}
        </span>
      </div>
      {editing ? (
        <NoteForm
          {...{ noun, members }}
          about={note.id}
          verb="Save"
          initial={note.text}
          onSave={save}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <NoteText note={note} members={members} />
      )}
    </li>
  );
}

/** Plain text with its line breaks; names of mentioned members stand out. */
function NoteText({ note, members }: { note: NoteView; members: Members }) {
  const mentioned = members.filter(({ id }) => note.mentions.includes(id));
  return (
    <p className="max-w-prose text-14 whitespace-pre-wrap [overflow-wrap:anywhere]">
      {splitMentions(note.text, mentioned).map(({ text, isMention, at }) => (
        <Fragment key={at}>
          {isMention ? <span className="font-medium text-accent">{text}</span> : text}
        </Fragment>
      ))}
    </p>
  );
}
