import { notFound } from "next/navigation";

/** An address of the dashboard that leads nowhere is said to, inside the frame. */
export default function Elsewhere(): never {
  notFound();
}
