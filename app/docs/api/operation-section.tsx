import { Play } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { JsonView } from "#components/ui/json-view.tsx";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { DocsCode } from "../docs-code.tsx";
import { Field, Fields } from "./fields.tsx";
import { Code, Prose } from "./prose.tsx";
import { failuresOf, type Operation, type Parameter } from "./reference.ts";
import { snippetsOf } from "./snippets.ts";

const METHOD_LOOKS: Record<string, string> = {
  get: "text-info-ink",
  post: "text-positive-ink",
  delete: "text-negative-ink",
};

/** One call: parameters on the left, samples on the right. */
export function OperationSection({ operation }: { operation: Operation }) {
  const { operationId, summary, description, method, path, requestBody, responses } = operation;
  // Where a call has both, 200 is the idempotent replay of 201.
  const status = "201" in responses ? "201" : "200";
  const media = responses[status]?.content?.["application/json"];
  const body = requestBody?.content["application/json"];
  return (
    <section
      aria-labelledby={operationId}
      className="grid gap-x-10 gap-y-6 border-t border-line py-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <h2 id={operationId} className="scroll-mt-6 text-20 font-semibold">
          {summary}
        </h2>
        <p className="mt-1 font-mono text-13 [overflow-wrap:anywhere]">
          <span className={`font-semibold ${METHOD_LOOKS[method]}`}>{method.toUpperCase()}</span>{" "}
          {path}
        </p>
        {description && (
          <p className="mt-3 max-w-prose text-14 text-ink-muted">
            <Prose>{description}</Prose>
          </p>
        )}
        <Needs operation={operation} />
        <Parameters operation={operation} place="path" title="Path parameters" />
        {body && <Heading>Body parameters</Heading>}
        {body && <Fields schema={body.schema} showRequired />}
        <Parameters operation={operation} place="query" title="Query parameters" />
        <Failures operation={operation} />
      </div>
      <div className="min-w-0 space-y-4">
        <DocsCode title={`${method.toUpperCase()} ${path}`} snippets={snippetsOf(operation)} />
        <TryCall operation={operation} />
        {media?.example !== undefined && (
          <JsonView value={media.example} title={`${status}: ${summary}`} />
        )}
        {media && (
          <details className="text-13" data-fields={readsObject(operation) ? "" : undefined}>
            <summary className="w-fit cursor-pointer text-accent-ink">
              Fields of the response
            </summary>
            <Fields schema={media.schema} />
          </details>
        )}
      </div>
    </section>
  );
}

const readsObject = ({ method, path }: Operation) => method === "get" && path.endsWith("}");

/** Makes the call in test mode; `calls.js` has the form. */
function TryCall({ operation }: { operation: Operation }) {
  const { method, path, requestBody, security } = operation;
  if (!security.some((one) => "secret_key" in one)) return null;
  const example = requestBody?.content["application/json"].example;
  return (
    <div>
      <Button
        size="small"
        icon={<Play className="size-3.5" aria-hidden />}
        aria-expanded={false}
        data-call=""
        data-method={method.toUpperCase()}
        data-path={path}
        data-body={example === undefined ? undefined : JSON.stringify(example, null, 2)}
      >
        Try this call
      </Button>
    </div>
  );
}

function Heading({ children }: { children: string }) {
  return (
    <h3 className="mt-6 border-b border-line pb-1.5 text-13 font-semibold text-ink">{children}</h3>
  );
}

function Needs({ operation }: { operation: Operation }) {
  const keys = operation.security.flatMap((one) => Object.keys(one));
  const kinds = keys.map((key) => key.replace("_key", "")).join(" or ");
  const bucket = operation["x-rate-bucket"];
  return (
    <p className="mt-3 text-13 text-ink-muted">
      A {kinds} key
      {operation["x-scope"] && (
        <>
          {" "}
          with <Code>{operation["x-scope"]}</Code>
        </>
      )}
      {bucket === "none" ? "; no rate limit." : `; uses the ${bucket} rate limit.`}
    </p>
  );
}

function Parameters(props: { operation: Operation; place: Parameter["in"]; title: string }) {
  const parameters = props.operation.parameters.filter((one) => one.in === props.place);
  if (parameters.length === 0) return null;
  return (
    <>
      <Heading>{props.title}</Heading>
      <ul>
        {parameters.map(({ name, schema, required, description }) => (
          <Field
            key={name}
            name={name}
            schema={schema}
            required={required}
            description={description}
          />
        ))}
      </ul>
    </>
  );
}

function Failures({ operation }: { operation: Operation }) {
  return (
    <>
      <Heading>Errors</Heading>
      <ul data-unsearched="" className="pt-2 text-13">
        {failuresOf(operation).map(({ status, codes }) => (
          <li key={status} className="flex gap-3 py-0.5">
            <span className="w-9 shrink-0 text-ink-faint tabular-nums">{status}</span>
            <span className="flex flex-wrap gap-x-3">
              {codes.map((code) => (
                <PlaceLink
                  key={code}
                  href={`/docs/api/errors#${code}`}
                  className="font-mono text-12 leading-6 text-accent-ink underline-offset-2 hover:underline"
                >
                  {code}
                </PlaceLink>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
