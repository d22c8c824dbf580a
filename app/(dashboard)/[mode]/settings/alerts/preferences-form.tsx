"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TimeField } from "#components/time/time-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { ErrorBanner } from "#components/ui/error-banner.tsx";
import { Section } from "#components/ui/section.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { AlertRulesView } from "#lib/dashboard/views/alerts.ts";
import { URGENT_ALERTS } from "#lib/kernel/vocabulary/alerts.ts";
import { useSession } from "../../../session.tsx";
import { KINDS } from "./rule-labels.ts";
import { useAlertChange } from "./use-alert-change.ts";

type Preferences = AlertRulesView["preferences"];

const URGENT = URGENT_ALERTS.map((kind) => KINDS[kind].label).join(", ");

/** When the signed-in person gets e-mail about alerts, in both modes. */
export function PreferencesForm({ preferences }: { preferences: Preferences }) {
  const { session } = useSession();
  const change = useAlertChange();
  const [isQuiet, setQuiet] = useState(preferences.quietFrom !== null);
  const [from, setFrom] = useState(preferences.quietFrom ?? "22:00");
  const [to, setTo] = useState(preferences.quietTo ?? "07:00");
  const [isDigest, setDigest] = useState(preferences.digestAt !== null);
  const [digestAt, setDigestAt] = useState(preferences.digestAt ?? "08:30");
  const save = useMutation({
    mutationFn: () =>
      change((client, mode) =>
        client.post(
          "/:mode/alerts/preferences",
          { mode },
          {
            quietFrom: isQuiet ? from : null,
            quietTo: isQuiet ? to : null,
            digestAt: isDigest ? digestAt : null,
          },
        ),
      ),
    onSuccess: () => toast.done("Your e-mail times are saved"),
  });
  return (
    <Section title="Your e-mails" note={`Both modes, times in ${session.account.timezone}`}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Checkbox
          label="Quiet hours"
          hint="E-mails wait for their end."
          checked={isQuiet}
          onChange={setQuiet}
        />
        {isQuiet && (
          <div className="grid grid-cols-2 gap-3">
            <TimeField label="From" value={from} onValueChange={setFrom} />
            <TimeField label="To" value={to} onValueChange={setTo} />
          </div>
        )}
        <Checkbox
          label="One e-mail a day"
          hint="A digest of all alerts instead of single e-mails."
          checked={isDigest}
          onChange={setDigest}
        />
        {isDigest && <TimeField label="At" value={digestAt} onValueChange={setDigestAt} />}
        <p className="text-12 text-ink-faint">Always sent at once: {URGENT}.</p>
        {save.error && <ErrorBanner error={save.error} />}
        <div>
          <Button type="submit" loading={save.isPending}>
            Save times
          </Button>
        </div>
      </form>
    </Section>
  );
}
