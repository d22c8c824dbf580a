export const metadata = { title: "reconciliation" };
export default function Page() {
  return <h1 className="text-28 font-semibold">reconciliation</h1>;
}
