import { urlParts } from "#components/format/delivery-labels.ts";
import { shortMoment } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { type Choice, Select } from "#components/ui/select.tsx";
import type { Params, WindowChoice } from "../range.ts";

type Props = {
  params: Params;
  /** The chosen endpoints that are failing now. */
  failing: ReadonlyArray<{ url: string }>;
  failingSince: string | null;
  onChange: (changes: Partial<Params>) => void;
};

/** When the deliveries were created: the last hour or days, since an endpoint began to fail, or between two times. */
export function WindowChoiceField({ params, failing, failingSince, onChange }: Props) {
  const { zone, present } = useTimeFrame();
  const [first] = failing;
  const whose = failing.length === 1 && first ? urlParts(first.url).host : "the first of them";
  const choices: Choice<WindowChoice>[] = [
    ...(failingSince
      ? [
          {
            value: "failing" as const,
            label: `Since ${whose} began to fail`,
            note: shortMoment(new Date(failingSince), zone, present),
          },
        ]
      : []),
    { value: "1h", label: "The last hour" },
    { value: "24h", label: "The last 24 hours" },
    { value: "7d", label: "The last 7 days" },
    { value: "30d", label: "The last 30 days", note: "Everything kept" },
    { value: "custom", label: "Between two times" },
  ];
  const shown = params.window === "failing" && !failingSince ? null : params.window;
  return (
    <div className="flex flex-col gap-4">
      <Field label="Created" hint="When the delivery was created, not when it was last attempted.">
        <Select
          choices={choices}
          value={shown}
          onChange={(window) => onChange({ window, chosenMs: present.getTime() })}
        />
      </Field>
      {params.window === "custom" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="From" hint={zone}>
            <Input
              type="datetime-local"
              value={params.from}
              onValueChange={(from) => onChange({ from })}
            />
          </Field>
          <Field label="Until" optional hint="Empty means now.">
            <Input
              type="datetime-local"
              value={params.to}
              onValueChange={(to) => onChange({ to })}
            />
          </Field>
        </div>
      )}
    </div>
  );
}
