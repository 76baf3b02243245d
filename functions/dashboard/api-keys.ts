import * as apiKeys from '@replywright/contract/dashboard/api-keys.ts'
import {
  apiKeyView,
  createApiKey,
  findApiKey,
  listApiKeys,
  revokeApiKey,
} from '@replywright/core/people/api-keys/api-keys.ts'
import { compared } from '@replywright/http/compared.ts'
import { route } from '@replywright/http/route.ts'

export const listRoute = () => route(apiKeys.listApiKeys, ({ caller, now }) => listApiKeys(caller, now))

export const createRoute = () =>
  route(
    apiKeys.createApiKey,
    async ({ caller, body, now, id }) => {
      const { key, value } = await createApiKey(caller, body, now, id)
      return { ...apiKeyView(caller, key, caller.email ?? ''), value }
    },
    // Responses contain the key.
    { keepsResponses: false },
  )

export const revokeRoute = () =>
  route(apiKeys.revokeApiKey, ({ caller, params, now }) => revokeApiKey(caller.organizationId, params.id, now), {
    compare: compared(apiKeys.revokeApiKey, ({ caller, params }) => findApiKey(caller.organizationId, params.id)),
  })
