import { linkPage as endpoint } from '@messaging/contract/link-sessions.ts'
import { publicRoute } from '@messaging/http/route.ts'
import { linkPage } from '@messaging/pages/link/link-page.ts'

/** GET /link/{token}/ */
export const handler = publicRoute(endpoint, ({ params, event, now }) => linkPage(params.token, event, now))
