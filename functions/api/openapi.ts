import { openApiDocument } from '@replywright/contract/openapi/openapi.ts'
import * as service from '@replywright/contract/service.ts'
import { notFound } from '@replywright/core/platform/errors.ts'
import { settings } from '@replywright/core/platform/settings.ts'
import { cacheableRoute, contentOf } from '@replywright/http/cacheable.ts'
import { respond } from '@replywright/http/respond.ts'
import { publicRoute } from '@replywright/http/route.ts'
import { GUIDE_PAGE_HEADERS, guideMarkdown, guidePage } from '@replywright/pages/guides/guide-page.ts'
import { guides } from '@replywright/pages/guides/rendered.static.ts'
import { referenceIndex, referenceMarkdown } from '@replywright/pages/reference/markdown.ts'
import { REFERENCE_PAGE_HEADERS, referencePage } from '@replywright/pages/reference/reference-page.ts'

const MARKDOWN_HEADERS = { 'content-type': 'text/markdown; charset=utf-8' }
const document = () => openApiDocument(settings.PUBLIC_BASE_URL)

export const documentRoute = () => {
  // The document is public. Tools on other sites load it.
  const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
  const content = contentOf(JSON.stringify(document()), headers)
  return cacheableRoute(service.getOpenApi, () => content)
}

export const referenceRoute = () => {
  const content = contentOf(referencePage(document()), REFERENCE_PAGE_HEADERS)
  return cacheableRoute(service.getReference, () => content)
}

export const markdownRoute = () => {
  const content = contentOf(referenceMarkdown(document()), MARKDOWN_HEADERS)
  return cacheableRoute(service.getMarkdown, () => content)
}

export const indexRoute = () => {
  const content = contentOf(referenceIndex(document(), guides), { 'content-type': 'text/plain; charset=utf-8' })
  return cacheableRoute(service.getIndex, () => content)
}

export const guideRoute = () =>
  cacheableRoute(service.getGuide, ({ params: { page } }) => {
    const slug = page.replace(/\.md$/, '')
    const guide = Object.hasOwn(guides, slug) ? guides[slug] : undefined
    if (!guide) throw notFound('guide', 'URL')
    return page === slug
      ? contentOf(guidePage(slug, guide, settings.PUBLIC_BASE_URL), GUIDE_PAGE_HEADERS)
      : contentOf(guideMarkdown(guide, settings.PUBLIC_BASE_URL), MARKDOWN_HEADERS)
  })

export const rootRoute = () =>
  publicRoute(service.getRoot, async ({ event }) =>
    respond(event, 302, undefined, { location: `${settings.PUBLIC_BASE_URL}/docs` }),
  )
