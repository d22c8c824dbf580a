import { Code, Prose } from "./prose.tsx";
import { resolve, type Schema } from "./reference.ts";
import { boundsOf, innerObject, typeLabel, valuesOf } from "./schema-labels.ts";

/** Nesting depth to which fields can be expanded. */
const MAX_DEPTH = 3;

/** The fields of a schema with type, bounds and description; nested objects can be expanded. */
export function Fields({
  schema,
  showRequired = false,
  depth = 0,
}: {
  schema: Schema;
  showRequired?: boolean;
  depth?: number;
}) {
  const object = innerObject(schema) ?? resolve(schema).schema;
  const required = new Set(showRequired ? object.required : []);
  return (
    <ul className="text-13">
      {Object.entries(object.properties ?? {}).map(([name, field]) => (
        <Field
          key={name}
          name={name}
          schema={field}
          required={required.has(name)}
          depth={depth}
          showRequired={showRequired}
        />
      ))}
    </ul>
  );
}

export function Field(props: {
  name: string;
  schema: Schema;
  description?: string | undefined;
  required: boolean;
  showRequired?: boolean;
  depth?: number;
}) {
  const { name, schema, required, showRequired = false, depth = 0 } = props;
  const { schema: resolved } = resolve(schema);
  const description = props.description ?? schema.description ?? resolved.description;
  const inner = depth < MAX_DEPTH ? innerObject(schema) : null;
  return (
    <li
      data-field={depth === 0 ? name : undefined}
      className="border-b border-line py-2.5 last:border-b-0"
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-mono text-13 font-medium [overflow-wrap:anywhere]">{name}</span>
        <span className="text-12 text-ink-faint">{typeLabel(schema)}</span>
        {required && <span className="text-12 font-medium text-warning-ink">required</span>}
      </p>
      {description && (
        <p className="mt-0.5 text-ink-muted">
          <Prose>{description}</Prose>
        </p>
      )}
      <Limits schema={schema} />
      {inner && (
        <details className="mt-1.5">
          <summary className="w-fit cursor-pointer text-12 text-accent-ink">
            Fields of {name}
          </summary>
          <div className="mt-1 border-l border-line pl-4">
            <Fields schema={inner} showRequired={showRequired} depth={depth + 1} />
          </div>
        </details>
      )}
    </li>
  );
}

function Limits({ schema }: { schema: Schema }) {
  const values = valuesOf(schema);
  const bounds = boundsOf(schema);
  const initial = schema["x-default"];
  return (
    <>
      {values.length > 0 && (
        <p className="mt-1 flex flex-wrap gap-1">
          {values.map((value) => (
            <Code key={value}>{value}</Code>
          ))}
        </p>
      )}
      {(bounds || initial !== undefined) && (
        <p className="mt-0.5 text-12 text-ink-faint">
          {[
            bounds,
            initial === undefined
              ? null
              : `default ${typeof initial === "object" ? JSON.stringify(initial) : String(initial)}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
    </>
  );
}
