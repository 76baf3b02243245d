import * as accounts from '@replywright/contract/accounts.ts'
import { listAvailableNumbers } from '@replywright/core/channel/accounts/accounts.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () => route(accounts.listAvailableNumbers, ({ query }) => listAvailableNumbers(query))
