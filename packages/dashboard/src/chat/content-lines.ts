import type { Message } from '@replywright/contract/messages.ts'
import * as v from 'valibot'

type Content = Pick<
  Message,
  'type' | 'direction' | 'location' | 'contacts' | 'order' | 'reaction' | 'edit' | 'revoke' | 'nfmReply'
>

/** One line of a message's content. A heading says what the content is. */
export interface ContentLine {
  readonly text: string
  readonly isHeading?: true
  readonly href?: string
}

/** Returns the lines that show a message's content beyond text, files, buttons, rows and cards. */
export function contentLines(message: Content): readonly ContentLine[] {
  const { location, contacts = [], order, reaction, edit, revoke, nfmReply } = message
  const heading = (text: string) => ({ text, isHeading: true as const })
  return [
    ...(location ? [heading('Location'), ...plain(location.name, location.address), placeOf(location)] : []),
    ...contacts.flatMap(({ name, phones = [], emails = [] }) => [
      heading('Contact'),
      ...plain(name?.formattedName),
      ...phones.flatMap(({ phone }) => (phone ? [{ text: phone, href: `tel:${phone.replace(/[^+\d]/g, '')}` }] : [])),
      ...plain(...emails.map(({ email }) => email)),
    ]),
    ...(order ? [heading('Order'), ...plain(...order.productItems.map(orderLine), order.text)] : []),
    ...(reaction
      ? plain(reaction.emoji ? `Reacted ${reaction.emoji} to an earlier message` : 'Removed a reaction')
      : []),
    ...(edit ? [heading('Edited an earlier message')] : []),
    ...(revoke ? plain('Deleted an earlier message') : []),
    ...(nfmReply ? [heading('Completed a form'), ...plain(nfmReply.body, ...answersOf(nfmReply.responseJson))] : []),
  ]
}

/** Returns the lines of a list's rows or of a carousel's cards, which customers see below the text. */
export function optionLines({ interactive }: Pick<Message, 'interactive'>): readonly ContentLine[] {
  return [...plain(...rowsOf(interactive)), ...cardsOf(interactive)]
}

/** Returns what a message without text, files and content is, for example one that the provider cannot pass on. */
export function unknownText({ type, unsupported }: Pick<Message, 'type' | 'unsupported'>): string {
  const kind = unsupported?.type ?? (type === 'unsupported' || type === 'unknown' ? undefined : type)
  return `A message of a kind that can’t be shown here${kind ? ` (${kind.replaceAll('_', ' ')})` : ''}`
}

function plain(...texts: readonly (string | undefined)[]): readonly ContentLine[] {
  return texts.flatMap((text) => (text ? [{ text }] : []))
}

function placeOf({ latitude, longitude }: NonNullable<Message['location']>): ContentLine {
  const place = `mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
  return { text: `${latitude}, ${longitude}`, href: `https://www.openstreetmap.org/?${place}` }
}

function orderLine({
  quantity,
  productRetailerId,
  itemPrice,
  currency,
}: NonNullable<Message['order']>['productItems'][number]): string {
  const price = itemPrice === undefined ? '' : ` · ${[itemPrice, currency].filter(Boolean).join(' ')}`
  return `${quantity} × ${productRetailerId}${price}`
}

/** Returns the fields of a form, without the token that the provider adds. */
function answersOf(json: string): readonly string[] {
  try {
    const answers: object = Object(JSON.parse(json))
    return Object.entries(answers)
      .filter(([field]) => field !== 'flow_token')
      .map(([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  } catch {
    return []
  }
}

/** Returns the titles of a list's rows. */
function rowsOf(interactive: unknown): readonly string[] {
  const sections: unknown = Object(Object(interactive).action).sections
  if (!Array.isArray(sections)) return []
  const rows: unknown[] = sections.flatMap((section) => Object(section).rows ?? [])
  return rows.map((row) => `• ${Object(row).title}`)
}

const Linked = v.object({ link: v.optional(v.string(), '') })
const Titled = v.object({ title: v.string() })
const Card = v.object({
  header: v.optional(v.object({ image: v.optional(Linked), video: v.optional(Linked) })),
  body: v.optional(v.object({ text: v.string() })),
  action: v.object({
    parameters: v.optional(v.object({ display_text: v.string(), url: v.string() })),
    buttons: v.optional(v.array(v.object({ quick_reply: Titled })), []),
  }),
})
const Cards = v.object({ action: v.object({ cards: v.array(Card) }) })

/** Returns the lines of the cards of a carousel. Each begins with the number of its card, so that all are different. */
function cardsOf(interactive: unknown): readonly ContentLine[] {
  const { success, output } = v.safeParse(Cards, interactive)
  if (!success) return []
  return output.action.cards.flatMap(({ header, body, action: { parameters, buttons } }, index) => {
    const name = `Card ${index + 1}`
    const [kind, url] = header?.video ? ['video', header.video.link] : ['picture', header?.image?.link ?? '']
    return [
      ...plain(body && `${name}: ${body.text}`),
      ...linked(`${name}: ${kind}`, url),
      ...(parameters ? linked(`${name}: ${parameters.display_text}`, parameters.url) : []),
      ...buttons.map(({ quick_reply }) => ({ text: `${name}: [${quick_reply.title}]` })),
    ]
  })
}

/** A page opens links to http and https only. */
function linked(text: string, url: string): readonly ContentLine[] {
  return /^https?:/i.test(url) ? [{ text, href: url }] : []
}

/** Returns how to show a file of this MIME type. */
export function mediaKind(mimeType: string): 'image' | 'video' | 'audio' | 'file' {
  const [kind] = mimeType.toLowerCase().split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file'
}

/** Returns whether the page can show the file. The Content-Security-Policy allows only files that the API serves. */
export function isShown(url: string, apiBaseUrl: string | undefined): boolean {
  return apiBaseUrl !== undefined && url.startsWith(`${new URL(apiBaseUrl).origin}/media/`)
}

const FILE_NAMES = { image: 'Photo', video: 'Video', audio: 'Voice message', file: 'File' } as const

/** Returns a description of a file without a name: its kind, and its host if it is not the API's. */
export function fileWords(url: string, mimeType: string, apiBaseUrl: string | undefined): string {
  const name = mimeType.startsWith('application/pdf') ? 'PDF' : FILE_NAMES[mediaKind(mimeType)]
  const isForeign = URL.canParse(url) && !isShown(url, apiBaseUrl)
  return isForeign ? `${name} · ${new URL(url).host}` : name
}
