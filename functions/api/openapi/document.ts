import { openApiDocument } from '@messaging/contract/openapi/openapi.ts'
import { getOpenApi } from '@messaging/contract/reference.ts'
import { settings } from '@messaging/core/platform/settings.ts'
import { answerCacheable, cacheable } from '@messaging/http/cacheable.ts'
import { publicRoute } from '@messaging/http/route.ts'

const document = cacheable(JSON.stringify(openApiDocument(settings.PUBLIC_BASE_URL)), {
  'content-type': 'application/json',
  // The document is public. Tools on other sites load it.
  'access-control-allow-origin': '*',
})

/** GET /openapi.json */
export const handler = publicRoute(getOpenApi, async ({ event }) => answerCacheable(event, document))
