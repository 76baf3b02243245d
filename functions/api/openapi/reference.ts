import { openApiDocument } from '@messaging/contract/openapi/openapi.ts'
import { getReference } from '@messaging/contract/reference.ts'
import { settings } from '@messaging/core/platform/settings.ts'
import { answerCacheable, cacheable } from '@messaging/http/cacheable.ts'
import { publicRoute } from '@messaging/http/route.ts'
import { REFERENCE_PAGE_HEADERS, referencePage } from '@messaging/pages/reference/reference-page.ts'

const page = cacheable(referencePage(openApiDocument(settings.PUBLIC_BASE_URL)), REFERENCE_PAGE_HEADERS)

/** GET /docs */
export const handler = publicRoute(getReference, async ({ event }) => answerCacheable(event, page))
