import { linkReturnPage as endpoint } from '@messaging/contract/link-sessions.ts'
import { publicRoute } from '@messaging/http/route.ts'
import { linkReturnPage } from '@messaging/pages/link/link-return-page.ts'

/** GET /link/return/ */
export const handler = publicRoute(endpoint, async ({ event }) => linkReturnPage(event))
