import { listApiRequests } from '@messaging/contract/dashboard/api-requests.ts'
import { fittingPage } from '@messaging/core/platform/paging/fit-response.ts'
import { listRequests } from '@messaging/core/platform/request.ts'
import { settings } from '@messaging/core/platform/settings.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () =>
  route(listApiRequests, async ({ caller, query, now }) => ({
    ...(await fittingPage(query, (page) => listRequests(caller.organizationId, page, now))),
    isEnabled: settings.REQUEST_LOG,
  }))
