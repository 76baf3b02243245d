import * as accounts from '@replywright/contract/accounts.ts'
import { listAvailableNumbers } from '@replywright/core/channel/provider/accounts/accounts.ts'
import { fittingSlice } from '@replywright/core/platform/paging/fit-response.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () =>
  route(accounts.listAvailableNumbers, async ({ query }) => fittingSlice(await listAvailableNumbers(query)))
