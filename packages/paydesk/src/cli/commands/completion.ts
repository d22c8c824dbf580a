import { EVENT_TYPES } from "../../generated/events.ts";
import { OPERATIONS } from "../../generated/operations.ts";
import { EXIT, UsageError } from "../exit.ts";
import type { ParamSchema } from "../operation.ts";
import type { Command } from "./command.ts";
import { COMMANDS } from "./index.ts";
import { SCREENS } from "./open.ts";
import { operationsOf, RESOURCES } from "./resource.ts";

const SHELLS = ["bash", "zsh", "fish"];
const COMMON = ["--json", "--key", "--url", "--api-version", "--help"];

/** What can follow commands that are not calls of the API. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  completion: SHELLS,
  fixtures: ["record", "run"],
  login: ["--key", "--live"],
  logs: ["tail"],
  open: [...SCREENS, "docs"],
  samples: ["list", "create"],
  trigger: EVENT_TYPES,
};

export const COMPLETION: Command = {
  name: "completion",
  summary: "Print the completion script of a shell: bash, zsh or fish",
  usage: (name) => `Usage: ${name} completion bash | zsh | fish

bash: ${name} completion bash > ~/.local/share/bash-completion/completions/${name}
zsh:  ${name} completion zsh > ~/.zfunc/_${name}, with ~/.zfunc in fpath before compinit
fish: ${name} completion fish > ~/.config/fish/completions/${name}.fish`,
  handles: () => true,
  async run([shell, ...words], { say, name }) {
    // The scripts call this with the words before the cursor.
    if (shell === "--words") {
      for (const word of suggestions(words)) say(word);
      return EXIT.ok;
    }
    if (shell === undefined || !SHELLS.includes(shell)) {
      throw new UsageError(`Usage: ${name} completion ${SHELLS.join(" | ")}`);
    }
    say(scriptOf(shell, name));
    return EXIT.ok;
  },
};

/** The words that can follow these. */
export function suggestions([first, second]: readonly string[]): string[] {
  const commands = COMMANDS.map(({ name }) => name);
  if (first === undefined) return [...new Set([...commands, ...RESOURCES])];
  const words = Object.hasOwn(WORDS, first) ? WORDS[first] : undefined;
  if (words && second === undefined) return [...words, ...COMMON];
  const operations = operationsOf(first);
  if (operations.length === 0) return COMMON;
  if (second === undefined) return operations.map(({ command }) => command);
  const operation = OPERATIONS.find(
    ({ resource, command }) => resource === first && command === second,
  );
  return operation ? [...flagsOf(operation.params, ""), ...COMMON] : COMMON;
}

function flagsOf(schema: ParamSchema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    field.properties
      ? flagsOf(field, `${prefix}${name}.`)
      : [`--${prefix}${name}`.replaceAll("_", "-")],
  );
}

function scriptOf(shell: string, name: string): string {
  const ask = `${name} completion --words`;
  if (shell === "fish") {
    return `complete -c ${name} -f -a '(${ask} (commandline -opc)[2..-1])'`;
  }
  if (shell === "zsh") {
    return `#compdef ${name}
local -a found
found=("\${(@f)$(${ask} "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
compadd -a found`;
  }
  return `_${name}() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(${ask} "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _${name} ${name}`;
}
