import { AcceptForm } from "./accept-form.tsx";

export const metadata = { title: "Join" };

/** The browser reads the token, because the part of a URL after `#` is not sent to the server. */
export default function AcceptPage() {
  return <AcceptForm />;
}
