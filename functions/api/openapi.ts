import { openApiDocument } from '@messaging/contract/openapi/openapi.ts'
import * as reference from '@messaging/contract/reference.ts'
import { notFound } from '@messaging/core/platform/errors.ts'
import { settings } from '@messaging/core/platform/settings.ts'
import { cacheableRoute } from '@messaging/http/cacheable.ts'
import { respond } from '@messaging/http/respond.ts'
import { publicRoute } from '@messaging/http/route.ts'
import { GUIDE_PAGE_HEADERS, guideMarkdown, guidePage } from '@messaging/pages/guides/guide-page.ts'
import { guides } from '@messaging/pages/guides/rendered.static.ts'
import { referenceIndex, referenceMarkdown } from '@messaging/pages/reference/markdown.ts'
import { REFERENCE_PAGE_HEADERS, referencePage } from '@messaging/pages/reference/reference-page.ts'

const MARKDOWN_HEADERS = { 'content-type': 'text/markdown; charset=utf-8' }
const document = () => openApiDocument(settings.PUBLIC_BASE_URL)

export const documentRoute = () => {
  const body = JSON.stringify(document())
  // The document is public. Tools on other sites load it.
  const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
  return cacheableRoute(reference.getOpenApi, () => ({ body, headers }))
}

export const referenceRoute = () => {
  const body = referencePage(document())
  return cacheableRoute(reference.getReference, () => ({ body, headers: REFERENCE_PAGE_HEADERS }))
}

export const markdownRoute = () => {
  const body = referenceMarkdown(document())
  return cacheableRoute(reference.getMarkdown, () => ({ body, headers: MARKDOWN_HEADERS }))
}

export const indexRoute = () => {
  const body = referenceIndex(document(), guides)
  return cacheableRoute(reference.getIndex, () => ({ body, headers: { 'content-type': 'text/plain; charset=utf-8' } }))
}

export const guideRoute = () =>
  cacheableRoute(reference.getGuide, ({ params: { page } }) => {
    const slug = page.replace(/\.md$/, '')
    const guide = Object.hasOwn(guides, slug) ? guides[slug] : undefined
    if (!guide) throw notFound('guide', 'URL')
    return page === slug
      ? { body: guidePage(slug, guide, settings.PUBLIC_BASE_URL), headers: GUIDE_PAGE_HEADERS }
      : { body: guideMarkdown(guide, settings.PUBLIC_BASE_URL), headers: MARKDOWN_HEADERS }
  })

export const rootRoute = () =>
  publicRoute(reference.getRoot, async ({ event }) =>
    respond(event, 302, undefined, { location: `${settings.PUBLIC_BASE_URL}/docs` }),
  )
