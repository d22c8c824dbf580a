import { Checkbox } from "#components/ui/checkbox.tsx";
import type { EndpointsView } from "#lib/dashboard/views/endpoints.ts";
import { EndpointStatus } from "../../endpoints/endpoint-status.tsx";
import { HookUrl } from "../../hook-url.tsx";

type Props = {
  endpoints: EndpointsView["endpoints"];
  /** None: all of them. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Where to send again: everywhere, or some. */
export function EndpointsChoice({ endpoints, chosen, onChange }: Props) {
  const all = chosen.length === 0;
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
            label={<span className="font-medium">All {endpoints.length}</span>}
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
          The share of a disabled endpoint waits until it is enabled and the replay resumed.
        </p>
      )}
    </fieldset>
  );
}
