import { formPairs, ORIGIN, shellQuoted } from "../api/snippets.ts";
import { type Flow, isEnv, isRef, pathParts, refsOf, type Step, type Value } from "./flow.ts";

const LONGEST = 88;

/** `disputes.data.0.id` → `DISPUTE`; the value that a later call needs is kept in a variable. */
const variableOf = (path: string) => {
  const [root = "", ...rest] = path.split(".");
  const last = rest.at(-1);
  const name = last === "id" ? root.replace(/s$/, "") : `${root}_${last}`;
  return name.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase();
};

const filterOf = (path: string) =>
  path
    .split(".")
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join("");

const withVariables = (value: Value): unknown => {
  if (isRef(value)) return `$${variableOf(value.ref)}`;
  if (isEnv(value)) return `$${value.env}`;
  if (Array.isArray(value)) return value.map(withVariables);
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withVariables(one)]));
};

const quoted = (text: string) => (/=\$[A-Z_]+$/.test(text) ? `"${text}"` : shellQuoted(text));

function curlOf({ method, path, body, key }: Step, quiet: boolean): string {
  const address = pathParts(path)
    .map((part) => (isRef(part) ? `$${variableOf(part.ref)}` : part))
    .join("");
  const url = `${ORIGIN}${address}`;
  const parts = [`curl${quiet ? " -sS" : ""} ${/[?$[]/.test(url) ? `"${url}"` : url}`];
  if (method !== "GET" && !(method === "POST" && body)) parts.push(`-X ${method}`);
  parts.push('-H "Authorization: Bearer $PAYDESK_SECRET_KEY"');
  if (key) parts.push(`-H "Idempotency-Key: ${key}"`);
  const data = formPairs(withVariables(body ?? {})).map(
    ([name, value]) => `-d ${quoted(`${name}=${value}`)}`,
  );
  let line = "";
  for (const one of data) {
    if (line && line.length + one.length > LONGEST) {
      parts.push(line);
      line = one;
    } else line = line ? `${line} ${one}` : one;
  }
  if (line) parts.push(line);
  return parts.join(" \\\n  ");
}

/** A flow as a shell script. `jq` takes from an answer what the next call needs. Throws if later calls need more than
 *  one value of an answer. */
export function shellOf(flow: Flow): string {
  const steps = flow.steps.map((step, index) => {
    const later = flow.steps.slice(index + 1).flatMap(refsOf);
    const needed = [...new Set(later.filter((path) => path.split(".")[0] === step.name))];
    if (needed.length > 1) throw new Error(`${flow.title}: several values of ${step.name}`);
    const why = step.why ? `# ${step.why}\n` : "";
    const [path] = needed;
    if (!path) return `${why}${curlOf(step, false)}\n`;
    return `${why}${variableOf(path)}=$(${curlOf(step, true)} | jq -r '${filterOf(path)}')\n`;
  });
  return steps.join("\n");
}
