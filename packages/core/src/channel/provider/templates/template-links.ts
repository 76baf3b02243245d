import type { TemplateLink } from '@replywright/contract/dashboard/template-links.ts'
import { parseExactJson } from '@replywright/contract/exact-json.ts'
import * as v from 'valibot'
import { isoTime } from '../../../platform/clock.ts'
import { listPage } from '../../../platform/paging/page.ts'
import { TemplateLinkEntity } from './template-entity.ts'

const Content = v.fallback(
  v.nullable(v.object({ category: v.string(), parameterFormat: v.string(), components: v.unknown() })),
  null,
)

/**
 * Returns a page of the links of one template with what the provider has, or of those of all templates of an
 * organisation.
 */
export async function listTemplateLinks(
  organizationId: string,
  {
    templateId,
    ...page
  }: { readonly templateId?: string | undefined; readonly limit: number; readonly cursor?: string | undefined },
): Promise<{ results: TemplateLink[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage({ offset: 0, ...page }, ({ limit, cursor }) =>
    TemplateLinkEntity.query
      .byTemplate({ organizationId, ...(templateId !== undefined && { templateId }) })
      .go({ limit, cursor, consistent: true }),
  )
  const results = items.map((link) => ({
    templateId: link.templateId,
    accountId: link.accountId,
    name: link.name,
    language: link.language,
    isConfirmed: link.providerTemplateId !== undefined,
    contentAt: isoTime(link.contentAt),
    content: templateId === undefined || !link.content ? null : v.parse(Content, parseExactJson(link.content)),
  }))
  return { results, nextCursor }
}

/** Returns the languages in which a template is published on an account. The provider may have others. */
export async function publishedLanguages(organizationId: string, accountId: string, name: string): Promise<string[]> {
  const { data } = await TemplateLinkEntity.query.byTemplate({ organizationId }).go({ pages: 'all' })
  return data.filter((link) => link.accountId === accountId && link.name === name).map(({ language }) => language)
}
