"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { typedInteger } from "#components/format/typed-integer.ts";
import { percentField, typedBasisPoints } from "#components/format/typed-percent.ts";
import { limitText, typedLimit } from "#components/payouts/limits.ts";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { FormDialog } from "#components/ui/form-dialog.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { AlertRulesView, AlertRuleView } from "#lib/dashboard/views/alerts.ts";
import { ALERT_KINDS, ALERT_PARAMS, type AlertKind } from "#lib/kernel/vocabulary/alerts.ts";
import { useAttempt } from "../../shared/use-attempt.ts";
import { ConditionFields, type Typed } from "./condition-fields.tsx";
import { PeopleFields } from "./people-fields.tsx";
import { KINDS } from "./rule-labels.ts";
import { Trial } from "./trial.tsx";
import { useAlertChange } from "./use-alert-change.ts";

type Props = {
  /** Null to create one. */
  rule: AlertRuleView | null;
  found: AlertRulesView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

const NOTHING: Typed = { rate: "", minimum: "", hours: "1", days: "", amount: "", currency: "EUR" };

/** The parameters of a kind as they are typed. */
function typedOf(kind: AlertKind, params: AlertRuleView["params"]): Typed {
  const { rateBps, minimum, hours, days, amount, currency } = { ...ALERT_PARAMS[kind], ...params };
  return {
    rate: rateBps === undefined ? "" : percentField(rateBps),
    minimum: minimum === undefined ? "" : String(minimum),
    hours: hours === undefined ? "1" : String(hours),
    days: days === undefined ? "" : String(days),
    amount: currency === undefined ? "" : typedLimit(amount, currency),
    currency: currency ?? NOTHING.currency,
  };
}

/** The typed text as parameters of the rule's kind. The server checks their limits. */
function paramsOf(kind: AlertKind, typed: Typed): AlertRuleView["params"] {
  const known = ALERT_PARAMS[kind];
  const hasAmount = (kind === "payout_returned" || kind === "disputes_due") && typed.amount !== "";
  return {
    ...("rateBps" in known ? { rateBps: typedBasisPoints(typed.rate) } : {}),
    ...("minimum" in known ? { minimum: typedInteger(typed.minimum) } : {}),
    ...("hours" in known ? { hours: typedInteger(typed.hours) } : {}),
    ...("days" in known ? { days: typedInteger(typed.days) } : {}),
    ...(hasAmount
      ? { amount: limitText(typed.amount, typed.currency) ?? "", currency: typed.currency }
      : {}),
  };
}

/** A form for a rule, with its trial on the last 30 days. */
export function RuleDialog({ rule, found, open, onOpenChange }: Props) {
  const change = useAlertChange();
  const once = useAttempt();
  const [kind, setKind] = useState<AlertKind>(rule?.kind ?? "decline_rate");
  const [typed, setTyped] = useState(() => typedOf(kind, rule?.params ?? {}));
  const [people, setPeople] = useState({
    roles: rule?.roles ?? ["owner" as const],
    members: rule?.members ?? [],
    mail: rule?.mail ?? true,
    channel: rule?.channel ?? null,
  });
  const [active, setActive] = useState(rule?.active ?? true);
  const params = paramsOf(kind, typed);
  const save = useMutation({
    mutationFn: () =>
      change((client, mode) => {
        const body = { kind, params, active, ...people };
        return rule
          ? client.post("/:mode/alert-rules/:id", { mode, id: rule.id }, body)
          : once(body, (attempt) =>
              client.post("/:mode/alert-rules", { mode }, { ...body, attempt }),
            );
      }),
    onSuccess: () => {
      onOpenChange(false);
      toast.done(rule ? "Rule changed" : "Rule created");
    },
  });
  return (
    <FormDialog
      wide
      title={rule ? "Change rule" : "Create rule"}
      open={open}
      onOpenChange={onOpenChange}
      verb={rule ? "Save rule" : "Create rule"}
      submit={save}
    >
      {(errorOf) => (
        <>
          <Field label="Alert about" hint={KINDS[kind].note} error={errorOf("kind")}>
            <Select
              choices={ALERT_KINDS.map((value) => ({ value, label: KINDS[value].label }))}
              value={kind}
              disabled={rule !== null}
              onChange={(next: AlertKind) => {
                setKind(next);
                setTyped(typedOf(next, {}));
              }}
            />
          </Field>
          <ConditionFields
            kind={kind}
            typed={typed}
            errorOf={errorOf}
            onChange={(changes) => setTyped({ ...typed, ...changes })}
          />
          <Trial kind={kind} params={params} />
          <PeopleFields
            people={people}
            found={found}
            errorOf={errorOf}
            onChange={(changes) => setPeople({ ...people, ...changes })}
          />
          <Checkbox label="The rule is on" checked={active} onChange={setActive} />
        </>
      )}
    </FormDialog>
  );
}
