import * as v from 'valibot'

/** A part of a business's message as the customer's phone shows it. A `content` is what a tap sends. */
export type ShownPart =
  | { readonly kind: 'file'; readonly text: string; readonly url: string | null }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'button'; readonly text: string; readonly content: object | null }
  | { readonly kind: 'link'; readonly text: string; readonly url: string }

const File = v.object({ link: v.optional(v.string()), filename: v.optional(v.string()) })
const Text = v.object({ text: v.string() })
const Choice = v.object({ id: v.string(), title: v.string() })
const Row = v.object({ ...Choice.entries, description: v.optional(v.string()) })
const Header = v.looseObject({ type: v.string(), text: v.optional(v.string()) })
const Action = v.object({
  name: v.optional(v.string()),
  buttons: v.optional(v.array(v.object({ reply: v.optional(Choice), quick_reply: v.optional(Choice) })), []),
  sections: v.optional(v.array(v.object({ rows: v.optional(v.array(Row), []) })), []),
  parameters: v.optional(
    v.object({
      display_text: v.optional(v.string()),
      flow_cta: v.optional(v.string()),
      url: v.optional(v.string()),
    }),
  ),
})
const Card = v.object({ header: v.optional(Header), body: v.optional(Text), action: Action })
const Interactive = v.object({
  header: v.optional(Header),
  footer: v.optional(Text),
  action: v.object({ ...Action.entries, cards: v.optional(v.array(Card), []) }),
})
const Shown = v.looseObject({ type: v.string(), interactive: v.optional(Interactive) })

const SIGNS: Readonly<Record<string, string>> = { image: '🖼', video: '🎬', gif: 'GIF', document: '📄', sticker: '🙂' }

/** What the provider writes on the buttons whose text a business does not choose. */
const LABELS: Readonly<Record<string, string>> = {
  send_location: 'Send location',
  request_contact_info: 'Share phone number',
  call_permission_request: 'Choose preference',
  voice_call: 'Call now',
  catalog_message: 'View catalogue',
  address_message: 'Provide address',
  review_and_pay: 'Review and pay',
}

/** The parts above and below the text of a business's message, and the cards below it. */
export function shownParts(message: object): {
  readonly above: readonly ShownPart[]
  readonly below: readonly ShownPart[]
} {
  const { success, output } = v.safeParse(Shown, message)
  if (!success) return { above: [], below: [] }
  const { type, interactive } = output
  if (!interactive) return { above: fileOf(type, output[type]), below: [] }
  const { header, footer, action } = interactive
  return {
    above: headerOf(header),
    below: [
      ...(footer ? [textPart(footer.text)] : []),
      ...choicesOf(action),
      ...action.cards.flatMap((card) => [
        ...headerOf(card.header),
        ...(card.body ? [textPart(card.body.text)] : []),
        ...choicesOf(card.action),
      ]),
    ],
  }
}

function headerOf(header: v.InferOutput<typeof Header> | undefined): ShownPart[] {
  if (!header) return []
  return header.type === 'text' ? [textPart(header.text ?? '')] : fileOf(header.type, header[header.type])
}

function textPart(text: string): ShownPart {
  return { kind: 'text', text }
}

/** A file of a kind that has a picture or a name. A phone names a document without a name after its URL. */
function fileOf(type: string, value: unknown): ShownPart[] {
  const sign = SIGNS[type]
  const file = v.safeParse(File, value)
  if (sign === undefined || !file.success) return []
  const { link, filename } = file.output
  const name = filename ?? (type === 'document' ? (link?.split(/[?#]/)[0]?.split('/').at(-1) ?? '') : '')
  return [{ kind: 'file', text: name === '' ? sign : `${sign} ${name}`, url: link ?? null }]
}

function choicesOf({ name = '', buttons, sections, parameters }: v.InferOutput<typeof Action>): ShownPart[] {
  const replies = buttons.flatMap(({ reply, quick_reply }) => reply ?? quick_reply ?? [])
  const rows = sections.flatMap((section) => section.rows)
  const { display_text, flow_cta, url } = parameters ?? {}
  const label = display_text ?? flow_cta ?? LABELS[name]
  return [
    ...replies.map((reply) => ({ kind: 'button' as const, text: reply.title, content: { button_reply: reply } })),
    ...rows.map((row) => ({ kind: 'button' as const, text: row.title, content: { list_reply: row } })),
    ...(url !== undefined ? [{ kind: 'link' as const, text: label ?? url, url }] : []),
    ...(url === undefined && label !== undefined ? [{ kind: 'button' as const, text: label, content: null }] : []),
  ]
}
