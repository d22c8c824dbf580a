import { AcceptForm } from "./accept-form.tsx";

export const metadata = { title: "Join" };

/** What is after the `#` of a link reaches no server by itself, so the browser reads it. */
export default function AcceptPage() {
  return <AcceptForm />;
}
