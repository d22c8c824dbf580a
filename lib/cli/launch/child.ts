import { spawn } from "node:child_process";
import { childEnv } from "#lib/kernel/env.ts";

/** Runs a program in our terminal to its end and passes signals on. Returns its exit code. */
export function runChild(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", env: childEnv(variables) });
    // The terminal sends Ctrl-C to the child too; this process must only outlive it to clean up.
    const ignore = () => {};
    const terminate = () => child.kill("SIGTERM");
    process.on("SIGINT", ignore);
    process.on("SIGTERM", terminate);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      process.off("SIGINT", ignore);
      process.off("SIGTERM", terminate);
      resolve(signal ? 1 : (code ?? 1));
    });
  });
}

/** Runs a script of this project with the same Node. */
export function runNode(
  args: readonly string[],
  variables: Readonly<Record<string, string | undefined>> = {},
): Promise<number> {
  return runChild(process.execPath, ["--no-warnings", ...args], variables);
}
