import { getAccount as endpoint } from '@messaging/contract/accounts.ts'
import { viewAccount } from '@messaging/core/channel/accounts/get-account.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/msg-accounts/{id}/ */
export const handler = route(endpoint, ({ caller, params }) => viewAccount(caller.organizationId, params.id))
