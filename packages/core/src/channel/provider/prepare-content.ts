import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { logError } from '../../platform/log/log.ts'
import { ShortCache } from '../../platform/short-cache.ts'
import type { ChannelNumber, OutboundContent } from '../port.ts'
import { AccountEntity } from './accounts/account-entity.ts'
import { fileOf, fillTemplate } from './fill-template.ts'
import { readTemplateDefinition, type TemplateDefinition } from './template-definition.ts'
import { TemplateEntity } from './templates/template-entity.ts'
import { upstreamTemplates } from './templates/upstream-templates.ts'

type Template = NonNullable<OutboundContent['template']>

/** Definitions of templates, by account, name and language. */
const definitions = new ShortCache<{ readonly definition: TemplateDefinition; readonly readAt: EpochMs }>(60_000)
/** A definition of this age is read again before a refusal, because the template may have been edited. */
const OLD_MILLISECONDS = 10_000

/** Fills in the texts, files and buttons of a template or an interactive message. */
export async function prepareContent(
  number: ChannelNumber,
  content: OutboundContent,
  now: EpochMs,
): Promise<OutboundContent> {
  if (content.template) return await prepareTemplate(number, content, content.template, now)
  return content.type === 'interactive' ? { ...content, ...describeInteractive(content.detail) } : content
}

/**
 * A template whose definition cannot be read is returned unchanged: the provider then checks it.
 */
async function prepareTemplate(
  number: ChannelNumber,
  content: OutboundContent,
  template: Template,
  now: EpochMs,
): Promise<OutboundContent> {
  const key = JSON.stringify([number.organizationId, number.accountId, template.name, template.language])
  const known = definitions.get(key, now)
  if (known)
    try {
      return fillTemplate(known.definition, content, template)
    } catch (error) {
      if (now - known.readAt < OLD_MILLISECONDS) throw error
    }
  const current = await (number.sandbox ? findDraft : findPublished)(number, template, now)
  if (!current) return content
  if (!number.sandbox) definitions.set(key, { definition: current, readAt: now }, now)
  return fillTemplate(current, content, template)
}

/** A sandbox number has no account, so its messages show the organisation's drafts. */
async function findDraft({ organizationId }: ChannelNumber, wanted: Template): Promise<TemplateDefinition | undefined> {
  const { data } = await TemplateEntity.query
    .byId({ organizationId })
    .where(({ name, language }, { eq }) => `${eq(name, wanted.name)} AND ${eq(language, wanted.language)}`)
    .go({ pages: 'all' })
  const [draft] = data
  return (
    draft &&
    readTemplateDefinition({
      category: draft.category,
      parameter_format: draft.parameterFormat,
      components: JSON.parse(draft.components),
    })
  )
}

async function findPublished(
  { organizationId, accountId }: ChannelNumber,
  wanted: Template,
  now: EpochMs,
): Promise<TemplateDefinition | undefined> {
  if (!accountId) return undefined
  try {
    const { data: account } = await AccountEntity.get({ organizationId, id: accountId }).go()
    const found = account && (await (await upstreamTemplates(account, now)).find(wanted))
    return found ? readTemplateDefinition(found) : undefined
  } catch (error) {
    logError('template.unreadable', error, { organizationId, accountId })
    return undefined
  }
}

const Text = v.object({ text: v.string() })
const Reply = v.object({ reply: v.object({ id: v.string(), title: v.string() }) })
const Shown = v.object({
  type: v.string(),
  header: v.optional(v.looseObject({ type: v.string(), text: v.optional(v.string(), '') })),
  body: v.optional(Text),
  footer: v.optional(Text),
  action: v.object({
    button: v.optional(v.string()),
    buttons: v.optional(v.array(Reply), []),
    parameters: v.optional(
      v.object({ display_text: v.optional(v.string()), url: v.optional(v.string()), flow_cta: v.optional(v.string()) }),
    ),
  }),
})
const File = v.object({ link: v.string(), filename: v.optional(v.string()) })

/** Returns the texts, the file and the buttons that a customer sees of the provider's interactive object. */
function describeInteractive(detail: unknown): Pick<OutboundContent, 'text' | 'media' | 'buttons'> {
  const { type, header, body, footer, action } = v.parse(Shown, detail)
  const file = header?.[header.type]
  const buttons = buttonsOf(type, action)
  return {
    text: [header?.text, body?.text, footer?.text].filter((part) => part).join('\n\n'),
    ...(header && v.is(File, file) && { media: [fileOf(header.type, file)] }),
    ...(buttons.length > 0 && { buttons }),
  }
}

function buttonsOf(
  type: string,
  { button, buttons, parameters }: v.InferOutput<typeof Shown>['action'],
): NonNullable<OutboundContent['buttons']> {
  if (parameters?.url !== undefined) return [{ type: 'url', text: parameters.display_text ?? '', url: parameters.url }]
  const label = button ?? parameters?.flow_cta ?? parameters?.display_text
  if (label !== undefined) return [{ type, text: label }]
  return buttons.map(({ reply }) => ({ type: 'quick_reply', text: reply.title, quickReplyId: reply.id }))
}
