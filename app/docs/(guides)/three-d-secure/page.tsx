export const metadata = { title: "three-d-secure" };
export default function Page() {
  return <h1 className="text-28 font-semibold">three-d-secure</h1>;
}
