import { openApiDocument } from '@messaging/contract/openapi/openapi.ts'
import * as reference from '@messaging/contract/reference.ts'
import { settings } from '@messaging/core/platform/settings.ts'
import { cacheableRoute } from '@messaging/http/cacheable.ts'
import { REFERENCE_PAGE_HEADERS, referencePage } from '@messaging/pages/reference/reference-page.ts'

export const documentRoute = () =>
  cacheableRoute(reference.getOpenApi, JSON.stringify(openApiDocument(settings.PUBLIC_BASE_URL)), {
    'content-type': 'application/json',
    // The document is public. Tools on other sites load it.
    'access-control-allow-origin': '*',
  })

export const referenceRoute = () =>
  cacheableRoute(
    reference.getReference,
    referencePage(openApiDocument(settings.PUBLIC_BASE_URL)),
    REFERENCE_PAGE_HEADERS,
  )
