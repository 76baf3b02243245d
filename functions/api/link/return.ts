import { linkReturnPage as endpoint } from '@messaging/contract/link-sessions.ts'
import { linkReturnPage } from '@messaging/http/link-return-page.ts'
import { publicRoute } from '@messaging/http/route.ts'

/** GET /link/return/ */
export const handler = publicRoute(endpoint, async ({ event }) => linkReturnPage(event))
