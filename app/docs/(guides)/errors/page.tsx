export const metadata = { title: "errors" };
export default function Page() {
  return <h1 className="text-28 font-semibold">errors</h1>;
}
