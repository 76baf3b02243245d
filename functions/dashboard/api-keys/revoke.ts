import { revokeApiKey as endpoint } from '@messaging/contract/dashboard/api-keys.ts'
import { revokeApiKey } from '@messaging/core/people/api-keys/revoke-api-key.ts'
import { route } from '@messaging/http/route.ts'

/** DELETE /dashboard-api/v1/api-keys/{id}/ */
export const handler = route(endpoint, ({ caller, params, now }) => revokeApiKey(caller.organizationId, params.id, now))
