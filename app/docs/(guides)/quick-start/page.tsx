export const metadata = { title: "quick-start" };
export default function Page() {
  return <h1 className="text-28 font-semibold">quick-start</h1>;
}
