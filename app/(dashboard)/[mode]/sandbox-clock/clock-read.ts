import { type ClockPreviewView, type ClockView, read } from "#lib/dashboard/client.ts";

export const clockRead = (mode: string) => read<ClockView>(`/${mode}/clock`);

export const previewRead = (mode: string, seconds: number) =>
  read<ClockPreviewView>(`/${mode}/clock/preview`, { seconds });
