import { listAccounts as endpoint } from '@messaging/contract/accounts.ts'
import { listAccounts } from '@messaging/core/channel/accounts/get-account.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/msg-accounts/ */
export const handler = route(endpoint, ({ caller, query }) => listAccounts(caller.organizationId, query))
