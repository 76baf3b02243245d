import * as accounts from '@messaging/contract/accounts.ts'
import { listAvailableNumbers } from '@messaging/core/channel/accounts/accounts.ts'
import { route } from '@messaging/http/route.ts'

export const listRoute = () => route(accounts.listAvailableNumbers, ({ query }) => listAvailableNumbers(query))
