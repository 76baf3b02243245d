import { TemplateLinkEntity } from './template-link-entity.ts'

/** Returns the languages in which a template is published on an account. The provider may have others. */
export async function publishedLanguages(organizationId: string, accountId: string, name: string): Promise<string[]> {
  const { data } = await TemplateLinkEntity.query.byTemplate({ organizationId }).go({ pages: 'all' })
  return data.filter((link) => link.accountId === accountId && link.name === name).map(({ language }) => language)
}
