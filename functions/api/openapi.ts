import { openApiDocument } from '@messaging/contract/openapi/openapi.ts'
import * as reference from '@messaging/contract/reference.ts'
import { settings } from '@messaging/core/platform/settings.ts'
import { cacheableRoute } from '@messaging/http/cacheable.ts'
import { respond } from '@messaging/http/respond.ts'
import { publicRoute } from '@messaging/http/route.ts'
import { referenceIndex, referenceMarkdown } from '@messaging/pages/reference/markdown.ts'
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

export const markdownRoute = () =>
  cacheableRoute(reference.getMarkdown, referenceMarkdown(openApiDocument(settings.PUBLIC_BASE_URL)), {
    'content-type': 'text/markdown; charset=utf-8',
  })

export const indexRoute = () =>
  cacheableRoute(reference.getIndex, referenceIndex(openApiDocument(settings.PUBLIC_BASE_URL)), {
    'content-type': 'text/plain; charset=utf-8',
  })

export const rootRoute = () =>
  publicRoute(reference.getRoot, async ({ event }) =>
    respond(event, 302, undefined, { location: `${settings.PUBLIC_BASE_URL}/docs` }),
  )
