import * as v from 'valibot'
import type { OutboundContent } from '../port.ts'
import { fileOf } from './fill-template.ts'

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
export function describeInteractive(detail: unknown): Pick<OutboundContent, 'text' | 'media' | 'buttons'> {
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
  const label = button ?? parameters?.flow_cta
  if (label !== undefined) return [{ type, text: label }]
  return buttons.map(({ reply }) => ({ type: 'quick_reply', text: reply.title, quickReplyId: reply.id }))
}
