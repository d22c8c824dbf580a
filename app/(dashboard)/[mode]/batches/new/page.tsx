import { NewBatchScreen } from "./new-batch-screen.tsx";

export const metadata = { title: "Pay a file" };

export default function NewBatchPage() {
  return <NewBatchScreen />;
}
