/** A typed text is not a JSON object; the message says why. */
export class ObjectFault extends Error {}

/** Parses a typed object. Throws `ObjectFault`. */
export function parseObject(text: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "It cannot be parsed.";
    throw new ObjectFault(`This is not valid JSON: ${reason}`);
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new ObjectFault('Enter a JSON object: { "id": …, "status": … }');
  return parsed as Record<string, unknown>;
}
