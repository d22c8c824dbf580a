"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Input } from "#components/ui/input.tsx";
import { Section } from "#components/ui/section.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { AlertChannelView, AlertRulesView } from "#lib/dashboard/views/alerts.ts";
import { useAttempt } from "../../shared/use-attempt.ts";
import { useAlertChange } from "./use-alert-change.ts";

/** Slack-compatible webhooks that rules can name. */
export function Channels({ found }: { found: AlertRulesView }) {
  return (
    <Section title="Webhooks for alerts" actions={found.mayEdit && <AddChannel />}>
      {found.channels.length === 0 ? (
        <p className="text-13 text-ink-muted">
          None yet. Add an incoming webhook of Slack, or of another service that takes the same
          messages, and choose it in a rule.
        </p>
      ) : (
        <ul aria-label="Webhooks for alerts" className="divide-y divide-line">
          {found.channels.map((channel) => (
            <Channel key={channel.id} channel={channel} mayEdit={found.mayEdit} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Channel({ channel, mayEdit }: { channel: AlertChannelView; mayEdit: boolean }) {
  const { name, hint, last } = channel;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="text-14 font-medium">{name}</p>
        <p className="font-mono text-12 text-ink-muted [overflow-wrap:anywhere]">{hint}</p>
        {last && (
          <p className="text-12 text-ink-faint">
            Last message {last.status === "sent" ? "accepted" : "not accepted"}{" "}
            <Timestamp value={last.at} />
            {last.lastError && `: ${last.lastError}`}
          </p>
        )}
      </div>
      {mayEdit && <ChannelActions channel={channel} />}
    </li>
  );
}

function ChannelActions({ channel: { id, name } }: { channel: AlertChannelView }) {
  const change = useAlertChange();
  const test = useMutation({
    mutationFn: () =>
      change((client, mode) => client.post("/:mode/alert-channels/:id/test", { mode, id })),
    onSuccess: ({ problem }) =>
      problem ? toast.failed(`Not accepted: ${problem}`) : toast.done("The test was accepted"),
    onError: (error) => toast.failed(error),
  });
  return (
    <div className="flex items-center gap-2">
      <Button size="small" loading={test.isPending} onClick={() => test.mutate()}>
        Send a test
      </Button>
      <ConfirmDialog
        title={`Remove ${name}?`}
        touches="Rules that name it go on without it. Messages that wait for another try are dropped."
        verb="Remove webhook"
        trigger={<Button size="small">Remove</Button>}
        onConfirm={async () => {
          await change((client, mode) =>
            client.post("/:mode/alert-channels/:id/delete", { mode, id }),
          );
          toast.done("Webhook removed");
        }}
      />
    </div>
  );
}

function AddChannel() {
  const change = useAlertChange();
  const once = useAttempt();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const add = useMutation({
    mutationFn: () =>
      change((client, mode) =>
        once({ name, url }, (attempt) =>
          client.post("/:mode/alert-channels", { mode }, { name, url, attempt }),
        ),
      ),
    onSuccess: () => {
      setOpen(false);
      toast.done("Webhook added", { description: "Choose it in a rule, and send a test." });
    },
  });
  return (
    <FormDialog
      title="Add a webhook"
      description="In Slack: create an app, switch on incoming webhooks and copy the address."
      trigger={<Button size="small">Add webhook</Button>}
      open={open}
      onOpenChange={setOpen}
      onOpen={() => {
        setName("");
        setUrl("");
      }}
      verb="Add webhook"
      submit={add}
    >
      {(errorOf) => (
        <>
          <Field label="Name" hint="For example the channel: #payments." error={errorOf("name")}>
            <Input required maxLength={60} value={name} onValueChange={setName} />
          </Field>
          <Field
            label="Address"
            hint="Stored encrypted. It is not shown again."
            error={errorOf("url")}
          >
            <Input
              required
              mono
              autoComplete="off"
              placeholder="https://hooks.slack.com/services/…"
              value={url}
              onValueChange={setUrl}
            />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
