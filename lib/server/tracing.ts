import type { Settings } from "#lib/kernel/env.ts";
import { startTracing } from "#lib/kernel/tracing.ts";

/**
 * Records this process's spans, if the settings name a collector; otherwise nothing is loaded. Returns a function that sends the
 * last ones and ends it.
 */
export async function openTracing(
  service: "paydesk-web" | "paydesk-worker",
  settings: Pick<Settings, "tracing">,
): Promise<() => Promise<void>> {
  const { tracing } = settings;
  if (!tracing) return async () => {};
  const { createOtlpExporter } = await import("./otlp.ts");
  const exporter = createOtlpExporter({ ...tracing, service });
  const end = startTracing({ add: exporter.add, ratio: tracing.ratio });
  return async () => {
    end();
    await exporter.close();
  };
}
