import { type BodyRules, decodeBody, parseBody } from "./parse-body.ts";

/** `parseBody` as a task for `runOffLoop`. */
export default function parseBodyTask({ bytes, rules }: { bytes: Uint8Array; rules: BodyRules }) {
  return { result: parseBody(decodeBody(bytes), rules), rows: [] };
}
