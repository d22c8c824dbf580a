import type { Metadata } from "next";
import { JsonView } from "#components/ui/json-view.tsx";
import { Prose } from "../prose.tsx";
import { ERRORS } from "../reference.ts";

export const metadata: Metadata = { title: "Errors · API" };

const EXAMPLE = {
  error: {
    type: "invalid_request_error",
    code: "parameter_invalid",
    message: "Missing required parameter: amount",
    param: "amount",
    request_id: "req_01kp0c5n7v3m8q2w4x6y9z1b5d",
    doc_url: "https://pay.example/docs/api/errors#parameter_invalid",
  },
};

export default function ErrorsPage() {
  return (
    <>
      <h1 className="text-28 font-semibold">Errors</h1>
      <p className="mt-2 mb-6 max-w-prose text-14 text-ink-muted">
        <Prose>
          Every error has this shape. Branch on `code`; `message` is for people and may change. Give
          `request_id` to support.
        </Prose>
      </p>
      <div className="max-w-prose">
        <JsonView value={EXAMPLE} title="400" />
      </div>
      <dl className="mt-10">
        {ERRORS.map(({ code, status, type, cause, action }) => (
          <div
            key={code}
            id={code}
            className="grid scroll-mt-6 gap-x-8 gap-y-1 border-t border-line py-5 target:bg-accent-soft md:grid-cols-[16rem_minmax(0,1fr)]"
          >
            <dt>
              <p className="font-mono text-14 font-medium">{code}</p>
              <p className="mt-0.5 text-12 text-ink-faint">
                {code === "gateway_error" ? "5xx" : status} · {type}
              </p>
            </dt>
            <dd className="max-w-prose text-14">
              <Prose>{cause}</Prose>
              <p className="mt-1 text-ink-muted">
                <Prose>{action}</Prose>
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
