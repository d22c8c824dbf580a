"use client";

import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import type { ErrorOf } from "#components/ui/use-field-errors.ts";
import type { EndpointOfferView } from "#lib/dashboard/views/endpoints.ts";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import { EventsPicker } from "./events-picker.tsx";
import { HeaderFields } from "./header-fields.tsx";
import type { TypedHeaders } from "./own-headers.ts";

export type EndpointParams = {
  url: string;
  events: string[];
  /** Left out where it has its own dialog. */
  version?: string;
  description: string;
  headers: TypedHeaders;
};

export type EndpointFieldsProps = {
  mode: Mode;
  /** The headers that the endpoint has, with the ends of their values. */
  known?: Readonly<Record<string, string>>;
  offer: EndpointOfferView;
  params: EndpointParams;
  errorOf: ErrorOf;
  onChange: (changes: Partial<EndpointParams>) => void;
};

/** Fields of an endpoint, for registering and editing. Server errors are shown at their field. */
export function EndpointFields(props: EndpointFieldsProps) {
  const { mode, known = {}, offer, params, errorOf, onChange } = props;
  return (
    <>
      <Field
        label="Address"
        hint={
          mode === "test"
            ? "HTTPS. A self-signed certificate is accepted in test mode."
            : "HTTPS with a valid certificate. We check it with a handshake before saving."
        }
        error={errorOf("url")}
      >
        <Input
          mono
          required
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://shop.example/webhooks"
          value={params.url}
          onValueChange={(url) => onChange({ url })}
        />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Description" optional error={errorOf("description")}>
          <Input
            maxLength={500}
            autoComplete="off"
            placeholder="Order system"
            value={params.description}
            onValueChange={(description) => onChange({ description })}
          />
        </Field>
        {params.version !== undefined && (
          <Field
            label="API version"
            hint="The shape of the bodies sent here."
            error={errorOf("version")}
          >
            <Select
              choices={versionChoices(offer)}
              value={params.version}
              onChange={(version: string) => onChange({ version })}
            />
          </Field>
        )}
      </div>
      <EventsPicker
        types={offer.types}
        events={params.events}
        error={errorOf("events")}
        onChange={(events) => onChange({ events })}
      />
      <HeaderFields
        known={known}
        typed={params.headers}
        error={errorOf("headers")}
        onChange={(headers) => onChange({ headers })}
      />
    </>
  );
}

function versionChoices({ versions, pin }: EndpointOfferView) {
  return versions.map((version) => ({
    value: version,
    label: version,
    note: version === pin ? "The account's pin" : undefined,
  }));
}
