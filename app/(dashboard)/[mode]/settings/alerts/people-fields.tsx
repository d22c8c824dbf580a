import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import type { ErrorOf } from "#components/ui/use-field-errors.ts";
import type { AlertRulesView, AlertRuleView } from "#lib/dashboard/views/alerts.ts";
import { ROLE_CHOICES } from "../team/roles.ts";

type People = Pick<AlertRuleView, "roles" | "members" | "mail" | "channel">;

type Props = {
  people: People;
  found: AlertRulesView;
  errorOf: ErrorOf;
  onChange: (changes: Partial<People>) => void;
};

const NO_WEBHOOK = "none";

/** The recipients of a rule and its channels. Every recipient also gets the alert in the dashboard. */
export function PeopleFields({ people, found, errorOf, onChange }: Props) {
  const { roles, members, mail, channel } = people;
  const error = errorOf("roles", "members");
  const toggled = <T,>(list: readonly T[], one: T, on: boolean) =>
    on ? [...list, one] : list.filter((each) => each !== one);
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-13 font-medium">Roles</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {ROLE_CHOICES.map(({ value, label }) => (
            <Checkbox
              key={value}
              label={label}
              checked={roles.includes(value)}
              onChange={(on) => onChange({ roles: toggled(roles, value, on) })}
            />
          ))}
        </div>
      </fieldset>
      {found.members.length > 1 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-13 font-medium">Also these people</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {found.members.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={members.includes(id)}
                onChange={(on) => onChange({ members: toggled(members, id, on) })}
              />
            ))}
          </div>
        </fieldset>
      )}
      {error && <p className="text-12 text-negative-ink">{error}</p>}
      <Checkbox
        label="Also by e-mail"
        hint="They see the alert in the dashboard in any case."
        checked={mail}
        onChange={(next) => onChange({ mail: next })}
      />
      {found.channels.length > 0 && (
        <Field label="Webhook" error={errorOf("channel")}>
          <Select
            choices={[
              { value: NO_WEBHOOK, label: "None" },
              ...found.channels.map(({ id, name, hint }) => ({
                value: id as string,
                label: name,
                note: hint,
              })),
            ]}
            value={channel ?? NO_WEBHOOK}
            onChange={(next: string) =>
              onChange({ channel: next === NO_WEBHOOK ? null : (next as People["channel"]) })
            }
          />
        </Field>
      )}
    </>
  );
}
