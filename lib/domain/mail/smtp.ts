import type { SendMail } from "./types.ts";

/** Well within a message's lease. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;

/**
 * A client of the mail server at `url` (`smtp://user:password@host:587`, `smtps://…`; the query takes
 * nodemailer's options, such as `requireTLS=true`). Addresses and headers are given as fields, never
 * as text to be parsed, and no body is read from a file or an address. The Message-ID is made of the
 * envelope's, so that a mail sent twice after a crash can be recognised.
 */
export function createMailer(url: string, from: string): { send: SendMail; close(): void } {
  // Loaded with the first mail: it takes 5 MB, and only a worker sends any.
  const connect = async () =>
    (await import("nodemailer")).createTransport(
      {
        url,
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from },
    );
  let transport: ReturnType<typeof connect> | undefined;
  const domain = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? "localhost";
  return {
    send: async ({ id, recipient, subject, text, html }) => {
      transport ??= connect();
      await (await transport).sendMail({
        to: { name: "", address: recipient },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
    close: () => void transport?.then((open) => open.close()),
  };
}
