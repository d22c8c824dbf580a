import { CALL_GROUPS, callForm } from "./call-form.ts";
import { ShellScreen } from "./shell-screen.tsx";

export const metadata = { title: "Shell" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ShellPage({ searchParams }: Props) {
  const { call } = await searchParams;
  return (
    <ShellScreen
      groups={CALL_GROUPS}
      form={callForm(typeof call === "string" ? call : undefined)}
    />
  );
}
