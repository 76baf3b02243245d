import { linkPage as endpoint } from '@messaging/contract/link-sessions.ts'
import { linkPage } from '@messaging/http/link-page.ts'
import { publicRoute } from '@messaging/http/route.ts'

/** GET /link/{token}/ */
export const handler = publicRoute(endpoint, ({ params, event, now }) => linkPage(params.token, event, now))
