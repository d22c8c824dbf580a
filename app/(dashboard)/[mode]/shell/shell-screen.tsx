"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { useSession } from "../../session.tsx";
import { CallEditor } from "./call-editor.tsx";
import type { CallForm, CallGroup } from "./call-form.ts";
import { type Draft, freshDraft } from "./draft.ts";
import { History } from "./history.tsx";
import { type Made, useHistory } from "./use-history.ts";

type Props = { groups: readonly CallGroup[]; form: CallForm };

/** The API shell: any call as this account, with a key that stays on the server. */
export function ShellScreen({ groups, form }: Props) {
  const { mode, session } = useSession();
  const router = useRouter();
  const history = useHistory(session.account.id, mode);
  const [again, setAgain] = useState<{ draft: Draft; opened: number } | null>(null);
  const draft = again?.draft.call === form.name ? again.draft : freshDraft(form, mode);
  const open = (call: string) => router.push(`/${mode}/shell?call=${call}`);
  const repeat = (made: Made) => {
    const { label: _, status: __, requestId: ___, at: ____, ...kept } = made;
    setAgain({ draft: kept, opened: (again?.opened ?? 0) + 1 });
    if (made.call !== form.name) open(made.call);
  };
  if (!session.may.includes("use_shell")) return <NotAllowed />;
  return (
    <>
      <PageHeader
        title="Shell"
        note={
          mode === "live"
            ? "Calls the API as this account in live mode. It only reads, unless you confirm a change."
            : "Calls the API as this account in test mode. The key stays on the server."
        }
      />
      <CallEditor
        key={`${form.name} ${again?.opened}`}
        form={form}
        groups={groups}
        initial={draft}
        onCall={open}
        onMade={history.add}
      />
      <History made={history.made} onRepeat={repeat} onClear={history.clear} />
    </>
  );
}

function NotAllowed() {
  return (
    <>
      <PageHeader title="Shell" />
      <EmptyState title="Your role cannot use the shell">
        Owners, admins and developers can. Ask one of them to change your role or to make the call
        for you.
      </EmptyState>
    </>
  );
}
