import { listApiRequests } from '@replywright/contract/dashboard/api-requests.ts'
import { listRequests } from '@replywright/core/platform/request.ts'
import { settings } from '@replywright/core/platform/settings.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(listApiRequests, async ({ caller, query, now }) => ({
    ...(await listRequests(caller.organizationId, query, now)),
    isEnabled: settings.REQUEST_LOG,
  }))
