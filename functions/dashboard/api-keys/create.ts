import { createApiKey as endpoint } from '@messaging/contract/dashboard/api-keys.ts'
import { createApiKey } from '@messaging/core/people/api-keys/create-api-key.ts'
import { apiKeyView } from '@messaging/core/people/api-keys/list-api-keys.ts'
import { route } from '@messaging/http/route.ts'

/** POST /dashboard-api/v1/api-keys/ */
export const handler = route(
  endpoint,
  async ({ caller, body, now, id }) => {
    const { key, value } = await createApiKey(caller, body, now, id)
    return { ...apiKeyView(caller, key, caller.email ?? ''), value }
  },
  // Responses contain the key.
  { keepsAnswers: false },
)
