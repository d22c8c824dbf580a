import { createInterface } from "node:readline";
import { connectionOf } from "../client.ts";
import { EXIT, UsageError } from "../exit.ts";
import { COMMON_OPTIONS, has, parseFlags, refuseOthers } from "../flags.ts";
import { McpServer } from "../mcp/server.ts";
import { toolOperations } from "../mcp/tools.ts";
import type { Command } from "./command.ts";

export const MCP: Command = {
  name: "mcp",
  summary: "Serve the API's calls to a model over the Model Context Protocol",
  usage: (name) => `Usage: ${name} mcp [--allow-writes] [--allow-live-writes]

Serves MCP on standard input and output, with a tool for each call of the contract that the options allow. Give it a restricted
key: the service refuses what the key may not do. Signing secrets are not shown.

  --allow-writes      calls that change something too; only with a key of test mode
  --allow-live-writes such calls with a key of live mode too: they move money
${COMMON_OPTIONS}`,
  handles: () => true,
  async run(args, context) {
    const flags = parseFlags(args);
    refuseOthers(flags, ["allow-writes", "allow-live-writes"]);
    const { transport, mode } = await connectionOf(flags, context, "paydesk-mcp");
    const isLiveAllowed = has(flags, "allow-live-writes");
    const allowsWrites = isLiveAllowed || has(flags, "allow-writes");
    if (allowsWrites && mode === "live" && !isLiveAllowed) {
      throw new UsageError(
        "--allow-writes needs a key of test mode; --allow-live-writes allows live ones.",
      );
    }
    const server = new McpServer(toolOperations(allowsWrites), transport, context.say);
    const lines = createInterface({ input: context.input, signal: context.signal });
    const answers = new Set<Promise<void>>();
    for await (const line of lines) {
      if (line.trim() === "") continue;
      const answer = server.receive(line).finally(() => answers.delete(answer));
      answers.add(answer);
    }
    await Promise.all(answers);
    return EXIT.ok;
  },
};
