import * as accounts from '@messaging/contract/accounts.ts'
import { listAvailableNumbers } from '@messaging/core/channel/accounts/accounts.ts'
import { fittingSlice } from '@messaging/core/platform/paging/fit-response.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () =>
  route(accounts.listAvailableNumbers, async ({ query }) => fittingSlice(await listAvailableNumbers(query)))
