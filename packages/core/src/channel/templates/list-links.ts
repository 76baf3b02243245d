import type { TemplateLink } from '@messaging/contract/dashboard/template-links.ts'
import { parseExactJson } from '@messaging/contract/exact-json.ts'
import * as v from 'valibot'
import { isoTime } from '../../platform/clock.ts'
import { TemplateLinkEntity } from './template-link-entity.ts'

const Content = v.fallback(
  v.nullable(v.object({ category: v.string(), parameterFormat: v.string(), components: v.unknown() })),
  null,
)

/** Returns the links of one template with what the provider has, or those of all templates of an organisation. */
export async function listTemplateLinks(organizationId: string, templateId?: string): Promise<TemplateLink[]> {
  const { data } = await TemplateLinkEntity.query
    .byTemplate({ organizationId, ...(templateId !== undefined && { templateId }) })
    .go({ pages: 'all', consistent: true })
  return data.map((link) => ({
    templateId: link.templateId,
    accountId: link.accountId,
    name: link.name,
    language: link.language,
    isConfirmed: link.providerTemplateId !== undefined,
    contentAt: isoTime(link.contentAt),
    content: templateId === undefined || !link.content ? null : v.parse(Content, parseExactJson(link.content)),
  }))
}

/** Returns the languages in which a template is published on an account. The provider may have others. */
export async function publishedLanguages(organizationId: string, accountId: string, name: string): Promise<string[]> {
  const { data } = await TemplateLinkEntity.query.byTemplate({ organizationId }).go({ pages: 'all' })
  return data.filter((link) => link.accountId === accountId && link.name === name).map(({ language }) => language)
}
