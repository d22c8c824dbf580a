import { getRequest, listRequests } from "#lib/domain/request-log/index.ts";
import { listRequestsRoute, readRequestRoute } from "#lib/wire/contract/requests.ts";
import { toApiRequestWire, toApiRequestWithBodiesWire } from "#lib/wire/serializers/requests.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const requestEndpoints = [
  endpoint(readRequestRoute, async ({ ctx, params }) =>
    toApiRequestWithBodiesWire(await getRequest(ctx, params.request_id), ctx.mode),
  ),

  endpoint(listRequestsRoute, async ({ ctx, query, list }) => {
    const filter = {
      answers: query.status && [query.status],
      methods: query.method && [query.method],
      errorCodes: query.error_code === undefined ? undefined : [query.error_code],
      keyId: query.key,
      objectId: query.object,
    };
    const page = await listRequests(ctx, filter, toPageRequest(query));
    return list(page, (request) => toApiRequestWire(request, ctx.mode));
  }),
];
