import { readFileSync } from "node:fs";
import { parse } from "yaml";

export const CONTAINER = "ops/container";

/** An instruction of a Dockerfile, with continued lines joined. */
export type Instruction = { name: string; rest: string };

export function readDockerfile(name: string): Instruction[] {
  const text = readFileSync(`${CONTAINER}/${name}`, "utf8").replaceAll(/\\\n/g, " ");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, instruction = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return { name: instruction, rest };
    });
}

/** The words of `CMD ["a", "b"]`. */
export const wordsOf = (rest: string): string[] =>
  JSON.parse(rest.slice(rest.indexOf("["))) as string[];

export type Service = {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  tmpfs?: string[];
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  depends_on?: Record<string, { condition: string }>;
  restart?: string;
  healthcheck?: { test?: string[]; disable?: boolean };
  build?: { context: string; dockerfile: string };
};

export type Compose = {
  services: Record<string, Service>;
  networks: Record<string, unknown>;
  volumes: Record<string, unknown>;
};

export const composeText = () => readFileSync(`${CONTAINER}/compose.yaml`, "utf8");

/** The compose file with its variables replaced, as Compose reads it: `${NAME:?}` must have a value. */
export function readCompose(values: Readonly<Record<string, string>>): Compose {
  const text = composeText().replaceAll(/\$\{(\w+):\?\}/g, (_, name: string) => {
    const value = values[name];
    if (!value) throw new Error(`${name} has no value`);
    return value;
  });
  return parse(text, { merge: true }) as Compose;
}
