import { Checkbox } from "#components/ui/checkbox.tsx";

const CHOICES = [
  {
    value: "failed",
    label: "Failed",
    hint: "Failed, or waiting for a retry. The replay replaces the retry.",
  },
  { value: "held", label: "Never sent", hint: "Held while the endpoint was disabled." },
  {
    value: "delivered",
    label: "Delivered",
    hint: "Your server receives these again, with the same event ids.",
  },
] as const;

type Props = { chosen: readonly string[]; onChange: (chosen: string[]) => void };

/** Which deliveries to send; failed ones by default. */
export function StatusesChoice({ chosen, onChange }: Props) {
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1.5 text-13 font-medium">Which deliveries</legend>
      <div className="flex flex-col gap-2.5 rounded-base border border-line px-3 py-2.5">
        {CHOICES.map(({ value, label, hint }) => (
          <Checkbox
            key={value}
            label={label}
            hint={hint}
            checked={chosen.includes(value)}
            onChange={(on) =>
              onChange(on ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
