"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { MoreFields } from "#components/ui/more-fields.tsx";
import { Section } from "#components/ui/section.tsx";
import { Select } from "#components/ui/select.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { client } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { snippetsOf } from "../logs/request-snippets.ts";
import { useOrigin } from "../shared/use-origin.ts";
import { Answer } from "./answer.tsx";
import { BodyEditor } from "./body-editor.tsx";
import { CallFields } from "./call-fields.tsx";
import type { CallForm, CallGroup } from "./call-form.ts";
import { type Draft, pathOf } from "./draft.ts";
import type { Made } from "./use-history.ts";

type CallEditorProps = {
  form: CallForm;
  groups: readonly CallGroup[];
  initial: Draft;
  onCall: (name: string) => void;
  onMade: (made: Made) => void;
};

/** One call: parameters on the left, the answer on the right. */
export function CallEditor({ form, groups, initial, onCall, onMade }: CallEditorProps) {
  const { mode, session } = useSession();
  const [draft, setDraft] = useState(initial);
  const [changesLive, setChangesLive] = useState(false);
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const path = pathOf(form, draft);
  const needsWord = mode === "live" && form.method !== "GET";
  const send = useMutation({
    mutationFn: () =>
      client.post(
        "/:mode/shell",
        { mode },
        {
          method: form.method,
          path,
          body: draft.body,
          idempotencyKey:
            form.method === "GET" ? null : draft.idempotencyKey || crypto.randomUUID(),
          version: draft.version || null,
          changesLive: needsWord && changesLive,
        },
      ),
    onSuccess: ({ status, requestId, at }) =>
      onMade({ ...draft, label: `${form.method} ${path}`, status, requestId, at }),
  });
  const unfilled = form.inPath.filter(({ name }) => !draft.inPath[name]?.trim());
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-8 pt-2 lg:grid-cols-2">
      <form
        className="flex min-w-0 flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <Field label="Call" hint={form.summary}>
          <Select choices={choicesOf(groups)} value={form.name} onChange={onCall} />
        </Field>
        <CallFields
          fields={form.inPath}
          shownOf={({ name }) => draft.inPath[name] ?? ""}
          onChange={({ name }, typed) => change({ inPath: { ...draft.inPath, [name]: typed } })}
        />
        <QueryFields form={form} draft={draft} onChange={change} />
        {form.body !== null && (
          <BodyEditor
            fields={form.inBody}
            body={draft.body}
            onChange={(body) => change({ body })}
          />
        )}
        <HeaderFields isWrite={form.method !== "GET"} draft={draft} onChange={change} />
        {needsWord && (
          <LiveWord
            may={session.may.includes("change_live_by_shell")}
            said={changesLive}
            onSay={setChangesLive}
          />
        )}
        <div>
          <Button
            type="submit"
            variant={needsWord ? "danger" : "primary"}
            loading={send.isPending}
            disabled={unfilled.length > 0 || (needsWord && !changesLive)}
          >
            {needsWord ? "Send and change live data" : `Send ${form.method}`}
          </Button>
          {unfilled.length > 0 && (
            <p className="mt-2 text-12 text-ink-faint">
              Fill in {unfilled.map(({ name }) => name).join(" and ")}.
            </p>
          )}
        </div>
      </form>
      <div className="flex min-w-0 flex-col gap-6">
        {send.error && <ErrorBanner error={send.error} />}
        <Answer answer={send.data ?? null} busy={send.isPending} />
        <AsCode form={form} draft={draft} path={path} />
      </div>
    </div>
  );
}

function choicesOf(groups: readonly CallGroup[]) {
  return groups.flatMap(({ calls }) =>
    calls.map(({ name, label, summary }) => ({ value: name, label, note: summary })),
  );
}

type PartProps = { form: CallForm; draft: Draft; onChange: (changes: Partial<Draft>) => void };

function QueryFields({ form, draft, onChange }: PartProps) {
  const { inQuery } = draft;
  const fields = (
    <CallFields
      fields={form.inQuery}
      shownOf={({ name }) => inQuery[name] ?? ""}
      onChange={({ name }, typed) => onChange({ inQuery: { ...inQuery, [name]: typed } })}
    />
  );
  if (form.inQuery.length === 0) return null;
  if (form.inQuery.some(({ required }) => required)) return fields;
  return (
    <MoreFields
      summary={
        <>
          Query parameters{" "}
          <span className="text-ink-faint tabular-nums">{form.inQuery.length}</span>
        </>
      }
      isFilled={Object.values(inQuery).some(Boolean)}
      layout="mt-3 gap-4 border-l border-line pl-4"
    >
      {fields}
    </MoreFields>
  );
}

function LiveWord(props: { may: boolean; said: boolean; onSay: (said: boolean) => void }) {
  const { may, said, onSay } = props;
  if (!may) {
    return (
      <Banner tone="warning">
        Your role can only read live data here. Owners and admins can change it.
      </Banner>
    );
  }
  return (
    <Switch
      label="This call may change live data"
      hint="It affects real money and real customers. You are asked for each call that you open."
      checked={said}
      onChange={onSay}
    />
  );
}

/** The same call as code, with a key of the account. */
function AsCode({ form, draft, path }: { form: CallForm; draft: Draft; path: string }) {
  const { mode } = useSession();
  const origin = useOrigin();
  const snippets = snippetsOf({
    method: form.method,
    path,
    origin,
    key: `sk_${mode}_…`,
    version: draft.version,
    idempotencyKey: form.method === "GET" ? null : draft.idempotencyKey || "order-1042",
    body: draft.body === null ? null : { text: draft.body, isForm: false },
  });
  return (
    <Section title="The same call in your code">
      <CodeBlock snippets={snippets} wrap />
    </Section>
  );
}

type HeaderFieldsProps = {
  isWrite: boolean;
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
};

/** Idempotency-Key and Service-Version. */
function HeaderFields({ isWrite, draft, onChange }: HeaderFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {isWrite && (
        <Field label="Idempotency-Key" optional hint="Empty: a new key for each request.">
          <Input
            mono
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
            value={draft.idempotencyKey}
            onValueChange={(idempotencyKey) => onChange({ idempotencyKey })}
          />
        </Field>
      )}
      <Field
        label="Service-Version"
        optional
        hint="Empty: the version that this account is pinned to."
      >
        <Input
          mono
          placeholder="2026-12-01"
          maxLength={20}
          autoComplete="off"
          value={draft.version}
          onValueChange={(version) => onChange({ version: version.trim() })}
        />
      </Field>
    </div>
  );
}
