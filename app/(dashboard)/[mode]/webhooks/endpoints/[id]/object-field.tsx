import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { RequestFailed } from "#lib/dashboard/client.ts";

export type ObjectFieldProps = {
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
