import { notFound } from "next/navigation";

/** Shows the 404 page inside the frame for unknown addresses of the dashboard. */
export default function Elsewhere(): never {
  notFound();
}
