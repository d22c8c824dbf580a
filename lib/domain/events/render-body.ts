import type { Event } from "./types.ts";

/** Renders the exact bytes of an event in a version: the envelope of service.md §2. */
export type RenderBody = (event: Event, version: string) => string;

let installed: RenderBody | undefined;

/** Gives `renderBody` its renderer: the versions belong to the API, which verbs may not import
 *  (`lib/api/install.ts`). */
export function installBodyRenderer(render: RenderBody): void {
  installed = render;
}

/** The body of an event as an endpoint pinned to `version` gets it. Throws when the process has not
 *  imported `#lib/api/install.ts`, and for a version that was never released. */
export function renderBody(event: Event, version: string): string {
  if (!installed) throw new Error("import #lib/api/install.ts before events are rendered");
  return installed(event, version);
}
