import { getMe as endpoint } from '@messaging/contract/me.ts'
import { viewCaller } from '@messaging/core/people/api-keys/view-caller.ts'
import { route } from '@messaging/http/route.ts'

/** GET /api/v1/me/ */
export const handler = route(endpoint, ({ caller }) => viewCaller(caller))
