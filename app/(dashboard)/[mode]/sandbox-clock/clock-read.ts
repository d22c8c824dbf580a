import { read } from "#lib/dashboard/client.ts";

export const clockRead = (mode: string) => read("/:mode/clock", { mode });

export const previewRead = (mode: string, seconds: number) =>
  read("/:mode/clock/preview", { mode }, { seconds });
