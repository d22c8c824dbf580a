#!/usr/bin/env node
import { processContext } from "./context.ts";
import { run } from "./run.ts";

process.exitCode = await run(process.argv.slice(2), processContext());
