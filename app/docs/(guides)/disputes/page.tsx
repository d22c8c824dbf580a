export const metadata = { title: "disputes" };
export default function Page() {
  return <h1 className="text-28 font-semibold">disputes</h1>;
}
