"use client";

import { certificateEnds } from "#components/format/delivery-labels.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import type { AttemptView } from "#lib/dashboard/views/webhooks.ts";

/** Who answered: the address that was connected to and the certificate that was shown. */
export function AttemptServer({ attempt }: { attempt: AttemptView }) {
  const { address, certificate, sentAt } = attempt;
  if (!address && !certificate) return null;
  const facts = [
    { term: "Address", value: address && <code className="font-mono text-12">{address}</code> },
    ...(certificate
      ? [
          {
            term: "Certificate",
            value: certificate.subject,
            hint: certificate.issuer ? `Issued by ${certificate.issuer}` : undefined,
          },
          {
            term: "Valid until",
            value: <Timestamp value={certificate.validTo} form="full" focusable />,
            hint: certificateEnds(certificate.validTo, Date.parse(sentAt)),
          },
        ]
      : []),
  ];
  return <DefinitionList facts={facts} />;
}
