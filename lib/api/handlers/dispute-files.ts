import {
  addFileIn,
  getFile,
  listFiles,
  openFile,
  readFile,
  removeFileIn,
} from "#lib/domain/disputes/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  addDisputeFileRoute,
  listDisputeFilesRoute,
  readDisputeFileContentRoute,
  readDisputeFileRoute,
  removeDisputeFileRoute,
} from "#lib/wire/contract/dispute-files.ts";
import { toDeletedDisputeFileWire, toDisputeFileWire } from "#lib/wire/serializers/payments.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

const refOf = (params: { dispute_id: string; file_id: string }) => ({
  disputeId: params.dispute_id,
  id: params.file_id,
});

export const disputeFileEndpoints = [
  endpoint(addDisputeFileRoute, async ({ ctx, params, body, once }) => {
    const file = readFile(body.name, body.file);
    const answer = await once(
      (tx) => addFileIn(tx, ctx, params.dispute_id, file),
      toDisputeFileWire,
    );
    notifyDispatcher();
    return answer;
  }),

  endpoint(listDisputeFilesRoute, async ({ ctx, params, query, list }) =>
    list(await listFiles(ctx, params.dispute_id, toPageRequest(query)), toDisputeFileWire),
  ),

  endpoint(readDisputeFileRoute, async ({ ctx, params }) =>
    toDisputeFileWire(await getFile(ctx, refOf(params))),
  ),

  endpoint(readDisputeFileContentRoute, ({ ctx, params, sendUpload }) =>
    sendUpload(async () => {
      const { file, bytes } = await openFile(ctx, refOf(params));
      return { name: file.name, type: file.type, bytes };
    }),
  ),

  endpoint(removeDisputeFileRoute, async ({ ctx, params, once }) => {
    const answer = await once(
      (tx) => removeFileIn(tx, ctx, refOf(params)),
      toDeletedDisputeFileWire,
    );
    notifyDispatcher();
    return answer;
  }),
];
