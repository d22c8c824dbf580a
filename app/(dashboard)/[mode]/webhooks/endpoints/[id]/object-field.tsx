import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { RequestFailed } from "#lib/dashboard/client.ts";

type ObjectFieldProps = {
  object: string;
  fault: Error | null;
  anyShape: boolean;
  onObject: (object: string) => void;
  onAnyShape: (anyShape: boolean) => void;
};

/** Edits the object of an event as JSON. Names differences from the contract; such an object can be sent after
 * confirmation. */
export function ObjectField(props: ObjectFieldProps) {
  const { object, fault, anyShape, onObject, onAnyShape } = props;
  const isShape = fault instanceof RequestFailed;
  return (
    <>
      <Field
        label="Object"
        error={fault ? fault.message : undefined}
        hint="The event's data, in the newest version."
      >
        <Textarea
          mono
          spellCheck={false}
          className="max-h-72"
          value={object}
          onChange={(event) => onObject(event.currentTarget.value)}
        />
      </Field>
      {(isShape || anyShape) && (
        <Checkbox
          label="Send it in this shape anyway"
          hint="Real events never have this shape. Use it to test your server's validation."
          checked={anyShape}
          onChange={onAnyShape}
        />
      )}
    </>
  );
}

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
