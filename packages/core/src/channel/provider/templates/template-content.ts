import { parseExactJson, stringifyExactJson } from '@replywright/contract/exact-json.ts'
import * as v from 'valibot'
import { readLibrary } from './components.ts'
import type { TemplateItem, TemplateLinkItem } from './template-entity.ts'
import type { UpstreamTemplate } from './upstream-templates.ts'

type Content = Pick<TemplateItem, 'parameterFormat' | 'components' | 'messageSendTtlSeconds' | 'libraryTemplate'> & {
  readonly category: string
}

/** Returns the content of a draft as a link stores it: JSON, by which it is compared with what the provider has. */
export function contentOf({ category, parameterFormat, components, libraryTemplate, ...template }: Content): string {
  return stringifyExactJson({
    category,
    parameterFormat,
    components: parseExactJson(components),
    ...lifetime(template.messageSendTtlSeconds),
    ...(libraryTemplate !== undefined && { libraryTemplate: readLibrary(libraryTemplate) }),
  })
}

/** Returns the content of a template that was found at the provider, in the form of `contentOf`. */
export function contentFound(found: UpstreamTemplate): string {
  const { category, parameter_format: parameterFormat, components, message_send_ttl_seconds: seconds } = found
  return stringifyExactJson({ category, parameterFormat, components, ...lifetime(seconds) })
}

/** Returns the content of a draft from the provider's library, with the texts that were found at the provider. */
export function contentOfLibrary(found: UpstreamTemplate, template: TemplateItem): string {
  const { category, parameter_format: parameterFormat, components, message_send_ttl_seconds: seconds } = found
  return contentOf({
    ...template,
    category,
    parameterFormat: parameterFormat === 'NAMED' ? 'NAMED' : 'POSITIONAL',
    components: stringifyExactJson(components),
    messageSendTtlSeconds: seconds,
  })
}

function lifetime(messageSendTtlSeconds: number | undefined): object {
  return messageSendTtlSeconds === undefined ? {} : { messageSendTtlSeconds }
}

const WithLibrary = v.looseObject({ libraryTemplate: v.optional(v.unknown()) })

/** Returns the template of the provider's library that a link was published from, or undefined. */
export function libraryIn({ content }: Pick<TemplateLinkItem, 'content'>): unknown {
  return content === undefined ? undefined : v.parse(WithLibrary, parseExactJson(content)).libraryTemplate
}
