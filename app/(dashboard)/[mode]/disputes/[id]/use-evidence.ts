import { useMutation, useQueryClient } from "@tanstack/react-query";
import { client, read, readsOf, readsUnder } from "#lib/dashboard/client.ts";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";
import { useSession } from "../../../session.tsx";
import { useAttempt } from "../../shared/use-attempt.ts";
import { type Texts, useDraft } from "../../shared/use-draft.ts";

/** The texts of the evidence as they are typed over the stored ones. A text that a colleague has saved since is not
 *  replaced before the person has seen it. */
export function useEvidence(dispute: DisputeView) {
  const { typed, type, forget } = useDraft(`dispute ${dispute.id}`);
  // The stored texts when the person began to type.
  const seen = useDraft(`dispute ${dispute.id} seen`);
  const answer = useAnswer(dispute);
  const savedOf = (name: string) => dispute.evidence[name] ?? "";
  const evidence = changesOf(dispute.evidence, typed);
  const based = Object.keys(evidence).filter((name) => name in seen.typed);
  return {
    answer,
    texts: { ...dispute.evidence, ...typed } as Texts,
    unsaved: Object.keys(evidence).length > 0,
    overtaken: based.filter((name) => seen.typed[name] !== savedOf(name)),
    type: (name: string, text: string) => {
      if (!(name in typed)) seen.type(name, savedOf(name));
      type(name, text === savedOf(name) ? null : text);
    },
    /** Keeps what was typed instead of the colleague's text. */
    keep: (name: string) => {
      seen.type(name, savedOf(name));
      answer.reset();
    },
    send: async (submit: boolean) => {
      const before = Object.fromEntries(based.map((name) => [name, seen.typed[name] || null]));
      await answer.mutateAsync({ evidence, before, submit });
      for (const [name, text] of Object.entries(evidence)) seen.type(name, text ?? "");
      forget(typed);
    },
  };
}

/** Changes from the saved draft. An emptied field removes its text. */
function changesOf(saved: Texts, typed: Texts): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(typed)
      .map(([name, text]) => [name, text.trim() === "" ? null : text] as const)
      .filter(([name, text]) => text !== (saved[name] ?? null)),
  );
}

type Changes = Record<string, string | null>;
type AnswerParams = { evidence: Changes; before: Changes; submit: boolean };

/** Saves or submits evidence. The same content sent again after a lost reply has one effect. */
function useAnswer(dispute: DisputeView) {
  const { mode } = useSession();
  const queries = useQueryClient();
  const once = useAttempt();
  const subject = { mode, id: dispute.id };
  return useMutation({
    mutationFn: (params: AnswerParams) =>
      once(params, (attempt) =>
        client.post("/:mode/disputes/:id/evidence", subject, { ...params, attempt }),
      ),
    onError: () => queries.invalidateQueries(readsOf("/:mode/disputes/:id", subject)),
    onSuccess: async ({ status, evidence }) => {
      queries.setQueryData<DisputeView>(
        read("/:mode/disputes/:id", subject).queryKey,
        (before) => before && { ...before, status, evidence },
      );
      await queries.invalidateQueries(readsUnder(`/${mode}/`));
    },
  });
}
