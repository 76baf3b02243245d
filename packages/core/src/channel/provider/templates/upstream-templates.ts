import { parseExactJson } from '@replywright/contract/exact-json.ts'
import type { LibraryTemplate } from '@replywright/contract/templates.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { decryptSecret } from '../../../platform/secrets/secrets.ts'
import type { AccountItem } from '../accounts/account-entity.ts'
import { callProvider, type ProviderRequest } from '../provider-request.ts'
import { readLibrary } from './components.ts'
import { linkStatus } from './link-status.ts'
import type { TemplateItem } from './template-entity.ts'

const UpstreamTemplate = v.object({
  id: v.string(),
  name: v.string(),
  language: v.string(),
  status: v.string(),
  category: v.fallback(v.string(), ''),
  parameter_format: v.fallback(v.string(), 'POSITIONAL'),
  components: v.fallback(v.array(v.unknown()), []),
  message_send_ttl_seconds: v.fallback(v.optional(v.number()), undefined),
  rejected_reason: v.nullish(v.string()),
  quality_score: v.fallback(v.optional(v.object({ score: v.string() })), undefined),
})
export type UpstreamTemplate = v.InferOutput<typeof UpstreamTemplate>

const List = v.object({
  data: v.array(v.unknown()),
  paging: v.optional(
    v.object({ cursors: v.optional(v.object({ after: v.optional(v.string()) })), next: v.optional(v.string()) }),
  ),
})
const Created = v.object({ id: v.string(), status: v.optional(v.string(), 'PENDING') })

/** Several calls run in sequence within a function's 15 s. */
const TIMEOUT_MILLISECONDS = 4_500
const MAX_PAGES = 5
const FIELDS =
  'id,name,language,status,category,parameter_format,components,message_send_ttl_seconds,rejected_reason,quality_score'

type Named = { readonly name: string; readonly language: string }
type Call = Pick<ProviderRequest, 'method' | 'path' | 'body'>

/** Returns functions for the templates of one business account at the provider. Each throws like `callProvider`. */
export async function upstreamTemplates({ organizationId, waId, accessToken }: AccountItem, now: EpochMs) {
  const token = await decryptSecret('provider-token', organizationId, accessToken)
  const call = (request: Call) => callProvider({ ...request, token, timeoutMilliseconds: TIMEOUT_MILLISECONDS }, now)
  const path = `/${encodeURIComponent(waId)}/message_templates`
  return {
    /** Returns the template with exactly this name and language. The provider's filter also matches parts of names. */
    async find({ name, language }: Named): Promise<UpstreamTemplate | undefined> {
      let after: string | undefined
      for (let page = 0; page < MAX_PAGES; page++) {
        const query = new URLSearchParams({ name, fields: FIELDS, limit: '100', ...(after && { after }) })
        const { data, paging } = v.parse(List, await call({ method: 'GET', path: `${path}?${query}` }))
        const found = data
          .flatMap((raw) => (v.is(UpstreamTemplate, raw) ? [raw] : []))
          .find((template) => template.name === name && template.language === language)
        after = paging?.next && paging.cursors?.after
        if (found || !after) return found
      }
      return undefined
    },

    async create(template: TemplateItem): Promise<{ id: string; status: string }> {
      const { name, language, category, parameterFormat, components, libraryTemplate } = template
      const body = {
        name,
        language,
        category,
        ...(libraryTemplate === undefined
          ? { parameter_format: parameterFormat, components: parseExactJson(components) }
          : composeLibrary(readLibrary(libraryTemplate))),
        ...lifetimeOf(template),
      }
      return v.parse(Created, await call({ method: 'POST', path, body }))
    },

    /** The provider does not change the category of an approved template. */
    async edit({ id, status }: UpstreamTemplate, template: TemplateItem): Promise<void> {
      const { category, components } = template
      const body = {
        ...(linkStatus(status) !== 'APPROVED' && { category }),
        components: parseExactJson(components),
        ...lifetimeOf(template),
      }
      await call({ method: 'POST', path: `/${encodeURIComponent(id)}`, body })
    },

    /** Deletes the template with this id; those of the same name in other languages stay. */
    async remove(name: string, id: string): Promise<void> {
      await call({ method: 'DELETE', path: `${path}?${new URLSearchParams({ name, hsm_id: id })}` })
    },
  }
}

/** Returns what the provider takes from its library: the texts are its own. */
function composeLibrary({ name, bodyInputs, buttonInputs }: LibraryTemplate): object {
  return {
    library_template_name: name,
    ...(bodyInputs && { library_template_body_inputs: bodyInputs }),
    ...(buttonInputs && { library_template_button_inputs: buttonInputs }),
  }
}

function lifetimeOf({ messageSendTtlSeconds: seconds }: Pick<TemplateItem, 'messageSendTtlSeconds'>): object {
  return seconds === undefined ? {} : { message_send_ttl_seconds: seconds }
}

export type UpstreamTemplates = Awaited<ReturnType<typeof upstreamTemplates>>
