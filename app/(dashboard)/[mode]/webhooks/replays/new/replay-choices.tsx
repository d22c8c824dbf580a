import { urlParts } from "#components/format/delivery-labels.ts";
import { shortMoment } from "#components/time/format.ts";
import { PeriodFields } from "#components/time/period-fields.tsx";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { type Choice, Select } from "#components/ui/select.tsx";
import type { EndpointsView } from "#lib/dashboard/views/endpoints.ts";
import type { Replayable } from "#lib/kernel/vocabulary/webhooks.ts";
import { EndpointStatus } from "../../endpoints/endpoint-status.tsx";
import { HookUrl } from "../../hook-url.tsx";
import type { Params, WindowChoice } from "../range.ts";

type WindowChoiceFieldProps = {
  params: Params;
  /** The chosen endpoints that are failing now. */
  failing: ReadonlyArray<{ url: string }>;
  failingSince: string | null;
  onChange: (changes: Partial<Params>) => void;
};

/** When the deliveries were created: the last hour or days, since an endpoint began to fail, or between two times. */
export function WindowChoiceField({
  params,
  failing,
  failingSince,
  onChange,
}: WindowChoiceFieldProps) {
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
      <Field label="Deliveries created" hint="Not when they were last sent.">
        <Select
          choices={choices}
          value={shown}
          onChange={(window) => onChange({ window, chosenMs: present.getTime() })}
        />
      </Field>
      {params.window === "custom" && (
        <PeriodFields
          minutes
          className="grid gap-4 sm:grid-cols-2"
          from={params.from}
          to={params.to}
          onFrom={(from) => onChange({ from })}
          onTo={(to) => onChange({ to })}
          first={{ hint: zone }}
          last={{ optional: true, hint: "Empty means now." }}
        />
      )}
    </div>
  );
}

type EndpointsChoiceProps = {
  endpoints: EndpointsView["endpoints"];
  /** Empty means all. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Chooses all endpoints or some. */
export function EndpointsChoice({ endpoints, chosen, onChange }: EndpointsChoiceProps) {
  const all = chosen.length === 0;
  const only = endpoints.length === 1 ? endpoints[0] : undefined;
  const toggle = (id: string, on: boolean) => {
    const next = on ? [...chosen, id] : chosen.filter((each) => each !== id);
    onChange(next.length === endpoints.length ? [] : next);
  };
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1.5 text-13 font-medium">Endpoints</legend>
      <div className="divide-y divide-line rounded-base border border-line">
        <div className="px-3 py-2.5">
          <Checkbox
            label={
              <span className="font-medium [overflow-wrap:anywhere]">
                {only ? <HookUrl url={only.url} /> : `All ${endpoints.length} endpoints`}
              </span>
            }
            checked={all}
            onChange={(on) => onChange(on ? [] : endpoints.slice(0, 1).map(({ id }) => id))}
          />
        </div>
        {endpoints.length > 1 &&
          endpoints.map((endpoint) => (
            <div key={endpoint.id} className="flex items-center justify-between gap-4 px-3 py-2">
              <div className="min-w-0 flex-1">
                <Checkbox
                  label={
                    <span className="[overflow-wrap:anywhere]">
                      <HookUrl url={endpoint.url} />
                    </span>
                  }
                  checked={!all && chosen.includes(endpoint.id)}
                  onChange={(on) => toggle(endpoint.id, on)}
                />
              </div>
              <EndpointStatus endpoint={endpoint} />
            </div>
          ))}
      </div>
      {endpoints.some(({ status }) => status === "disabled") && (
        <p className="mt-1.5 text-12 text-ink-faint">
          Deliveries of a disabled endpoint wait. Enable it, then resume the replay.
        </p>
      )}
    </fieldset>
  );
}

const CHOICES = [
  {
    value: "failed",
    label: "Failed or retrying",
    hint: "Failed after the last attempt, or waiting for a retry, which the replay replaces.",
  },
  { value: "held", label: "Never sent", hint: "Held while the endpoint was disabled." },
  {
    value: "delivered",
    label: "Delivered",
    hint: "Your server receives these again, with the same event ids.",
  },
] as const;

type StatusesChoiceProps = {
  chosen: readonly Replayable[];
  onChange: (chosen: Replayable[]) => void;
};

/** Which deliveries to send; failed and retrying ones by default. */
export function StatusesChoice({ chosen, onChange }: StatusesChoiceProps) {
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
