import { listApiRequests } from '@replywright/contract/dashboard/api-requests.ts'
import { listRequests } from '@replywright/core/people/api-keys/request-log.ts'
import { fittingPage } from '@replywright/core/platform/paging/fit-response.ts'
import { settings } from '@replywright/core/platform/settings.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(listApiRequests, async ({ caller, query, now }) => ({
    ...(await fittingPage(query, (page) => listRequests(caller.organizationId, page, now))),
    isEnabled: settings.REQUEST_LOG,
  }))
