"use client";

import { useState } from "react";
import { fieldLabel, fieldsFor } from "#components/disputes/reasons.ts";
import { moneyText } from "#components/money/money.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { MoreFields } from "#components/ui/more-fields.tsx";
import { Section } from "#components/ui/section.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { toast } from "#components/ui/toast.tsx";
import { RequestFailed } from "#lib/dashboard/client.ts";
import type { DisputeView } from "#lib/dashboard/views/disputes.ts";
import { useSession } from "../../../session.tsx";
import type { Texts } from "../../shared/use-draft.ts";
import { EvidenceFiles, useEvidenceFiles } from "./evidence-files.tsx";
import { Overtaken } from "./overtaken.tsx";
import { Proposal } from "./proposal.tsx";
import { useEvidence } from "./use-evidence.ts";

const NOTHING = "Fill in at least one field or add a file. Without evidence the dispute is lost.";

/** The evidence form. It can be saved as a draft any number of times and submitted once. */
export function EvidenceForm({ dispute }: { dispute: DisputeView }) {
  const { mode } = useSession();
  const [asked, setAsked] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const { texts, overtaken, unsaved, answer, send, type, keep } = useEvidence(dispute);
  const files = useEvidenceFiles(dispute.id);
  const isUploading = files.add.isPending;
  const given = Object.keys(texts).filter((name) => texts[name]?.trim());
  const fault = faultOf(answer.error);
  const save = async () => {
    await send(false);
    toast.done("Draft saved", { description: "Only your team can see it." });
  };
  const handIn = async () => {
    await send(true);
    toast.done("Evidence submitted to the payer's bank");
  };
  return (
    <Section
      title="Your evidence"
      note={
        mode === "test" ? "In test mode, write winning_evidence into any field to win." : undefined
      }
    >
      <form
        className="flex max-w-prose flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          // The form shows the error.
          void save().catch(() => undefined);
        }}
      >
        <EvidenceFields
          dispute={dispute}
          texts={texts}
          fault={fault}
          overtaken={overtaken}
          onKeep={keep}
          onType={(name, text) => {
            setEmpty(false);
            type(name, text);
          }}
        />
        <EvidenceFiles dispute={dispute} changes={files} />
        {isEmpty && <Banner tone="negative">{NOTHING}</Banner>}
        {answer.error && !asked && !fault && <ErrorBanner error={answer.error} />}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            disabled={isUploading}
            onClick={() =>
              given.length + dispute.files.length === 0 ? setEmpty(true) : setAsked(true)
            }
          >
            Submit evidence
          </Button>
          <Button type="submit" disabled={!unsaved} loading={answer.isPending && !asked}>
            Save draft
          </Button>
          <span aria-live="polite" className="text-13 text-ink-muted">
            {isUploading
              ? "Submit when the files are added."
              : draftLabel(unsaved, Object.keys(dispute.evidence).length)}
          </span>
        </div>
      </form>
      <ConfirmDialog
        danger={false}
        title={`Submit evidence about ${moneyText(dispute.amount, dispute.currency)}?`}
        touches="The evidence is sent to the payer's bank as it is, once. Nothing can be changed or added afterwards, and the bank decides on it alone."
        verb="Submit"
        open={asked}
        onOpenChange={setAsked}
        onConfirm={handIn}
      >
        <Contents dispute={dispute} given={given} />
      </ConfirmDialog>
    </Section>
  );
}

/** The field that was rejected, with the reason. */
type Fault = { field: string; message: string } | null;

function faultOf(error: Error | null): Fault {
  if (!(error instanceof RequestFailed)) return null;
  const field = /^evidence\[(\w+)\]$/.exec(error.param ?? "")?.[1];
  return field ? { field, message: error.message } : null;
}

type FieldsProps = {
  dispute: DisputeView;
  texts: Texts;
  fault: Fault;
  /** Fields in which a colleague saved another text meanwhile. */
  overtaken: readonly string[];
  /** Keeps what was typed instead of the colleague's text. */
  onKeep: (name: string) => void;
  onType: (name: string, text: string) => void;
};

/** Fields that count for this claim come first; the others are shown on request. */
function EvidenceFields({ dispute, texts, fault, overtaken, onKeep, onType }: FieldsProps) {
  const { strong, others } = fieldsFor(dispute.reason);
  const proposals = dispute.proposals.filter(({ field }) => !texts[field]);
  const field = ({ name, label, hint, ...more }: (typeof strong)[number]) => {
    const proposal = proposals.find((one) => one.field === name);
    return (
      <div key={name}>
        <Field label={label} hint={hint} error={fault?.field === name ? fault.message : undefined}>
          <Textarea
            rows={"short" in more ? 1 : 3}
            className={"short" in more ? "min-h-8!" : undefined}
            maxLength={20_000}
            value={texts[name] ?? ""}
            onChange={(event) => onType(name, event.currentTarget.value)}
          />
        </Field>
        {overtaken.includes(name) && (
          <Overtaken
            label={label}
            text={dispute.evidence[name] ?? ""}
            onTake={() => onType(name, dispute.evidence[name] ?? "")}
            onKeep={() => onKeep(name)}
          />
        )}
        {proposal && (
          <Proposal label={label} text={proposal.text} onUse={() => onType(name, proposal.text)} />
        )}
      </div>
    );
  };
  return (
    <>
      {proposals.length > 0 && (
        <Banner
          tone="neutral"
          action={
            <Button
              size="small"
              onClick={() => {
                for (const one of proposals) onType(one.field, one.text);
              }}
            >
              Use all {proposals.length} proposals
            </Button>
          }
        >
          Fields are proposed from the payment, its customer and its metadata. Check what you use:
          only what is in a field is submitted.
        </Banner>
      )}
      <p className="text-13 text-ink-muted">Most useful for this claim:</p>
      {strong.map(field)}
      <MoreFields
        summary={<span className="font-medium">{others.length} other fields</span>}
        isFilled={others.some(({ name }) => texts[name])}
        layout="mt-4 gap-5"
      >
        {others.map(field)}
      </MoreFields>
    </>
  );
}

/** The evidence to be sent, and the useful fields that are empty. */
function Contents({ dispute, given }: { dispute: DisputeView; given: readonly string[] }) {
  const { reason, files } = dispute;
  const names = [...given.map(fieldLabel), ...files.map(({ name }) => name)];
  const missing = fieldsFor(reason).strong.filter(({ name }) => !given.includes(name));
  return (
    <div className="flex flex-col gap-2 text-13">
      <p>
        <span className="font-medium">It contains: </span>
        {names.join(", ")}.
      </p>
      {missing.length > 0 && (
        <p className="text-ink-muted">
          Empty, although useful for this claim: {missing.map(({ label }) => label).join(", ")}.
        </p>
      )}
    </div>
  );
}

function draftLabel(unsaved: boolean, saved: number): string {
  if (unsaved) return "Not saved yet. Kept in this tab.";
  return saved > 0 ? "Saved as a draft." : "";
}
