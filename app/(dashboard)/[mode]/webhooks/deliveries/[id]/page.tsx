import { detailPage } from "../../../shared/pages.tsx";
import { deliveryRead } from "../../hook-reads.ts";
import { DeliveryScreen } from "./delivery-screen.tsx";

const { generateMetadata, Page } = detailPage({
  name: "Delivery",
  reads: ({ mode, id }) => [deliveryRead(mode, id)],
  screen: (id) => <DeliveryScreen id={id} />,
});

export { generateMetadata, Page as default };
