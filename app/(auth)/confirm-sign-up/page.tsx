import { ConfirmForm } from "./confirm-form.tsx";

export const metadata = { title: "Confirm your e-mail address" };

/** The browser reads the token, because the part of a URL after `#` is not sent to the server. */
export default function ConfirmSignUpPage() {
  return <ConfirmForm />;
}
