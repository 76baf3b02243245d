import { listApiKeys as endpoint } from '@messaging/contract/dashboard/api-keys.ts'
import { listApiKeys } from '@messaging/core/people/api-keys/list-api-keys.ts'
import { route } from '@messaging/http/route.ts'

/** GET /dashboard-api/v1/api-keys/ */
export const handler = route(endpoint, ({ caller, now }) => listApiKeys(caller, now))
