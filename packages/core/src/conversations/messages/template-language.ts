import type { MessageInput } from '@messaging/contract/messages.ts'
import type { NumberItem } from '../../channel/numbers/number-entity.ts'
import { publishedLanguages } from '../../channel/templates/published-languages.ts'
import { invalidField } from '../../platform/errors.ts'

/** The language of a template that the service does not know. */
const DEFAULT_LANGUAGE = 'en_US'

type Template = Extract<MessageInput, { readonly type: 'template' }>['template']

/**
 * Returns the language in which a template is sent from a number: the requested one, or that of the template.
 * @param path of the message in the request
 * @throws ServiceError 400 for a template in several languages without a choice
 */
export async function templateLanguage(
  { organizationId, accountId }: Pick<NumberItem, 'organizationId' | 'accountId'>,
  { name, language }: Template,
  path: string,
): Promise<string> {
  if (language !== undefined) return language
  const published = accountId ? await publishedLanguages(organizationId, accountId, name) : []
  const languages = published.join(', ')
  if (published.length > 1)
    throw invalidField(`${path}template.language`, `is required: the template is published in ${languages}`)
  return published[0] ?? DEFAULT_LANGUAGE
}
