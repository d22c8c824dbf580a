/** That a text somebody wrote is no JSON object, in words for them. */
export class ObjectFault extends Error {}

/** Reads an object that was written by hand. Throws `ObjectFault`. */
export function parseObject(text: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "It cannot be read.";
    throw new ObjectFault(`That is not JSON: ${reason}`);
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new ObjectFault('An object is needed: { "id": …, "status": … }');
  return parsed as Record<string, unknown>;
}
