import type { ThreadMessage } from '@replywright/contract/dashboard/thread.ts'
import * as v from 'valibot'
import { ButtonsValues } from './buttons-values.ts'
import { CardsValues, emptyCard, MOST_REPLIES } from './cards-values.ts'
import { type HeaderValues, NO_HEADER } from './header-values.ts'

/** A file that was uploaded before, and is sent again without another upload. */
export interface UploadedFile {
  readonly uploadId: string
  readonly name: string
  readonly mimeType: string
  readonly url: string
}

/** The content of a sent message as a form of the composer holds it. */
export type Editable =
  | { readonly kind: 'text'; readonly text: string; readonly file?: UploadedFile }
  | { readonly kind: 'buttons'; readonly values: ButtonsValues }
  | { readonly kind: 'cards'; readonly values: CardsValues }

/** Returns the content of a message that a member wrote in the dashboard, or undefined if no form can hold it. */
export function editableOf({
  type,
  author,
  text,
  media: [file],
  buttons,
  interactive,
}: ThreadMessage): Editable | undefined {
  if (author?.kind !== 'user') return undefined
  switch (type) {
    case 'text':
      return { kind: 'text', text }
    case 'media':
      if (!file || file.uploadId === null) return undefined
      return { kind: 'text', text, file: { ...file, uploadId: file.uploadId, name: file.name ?? 'File' } }
    case 'buttons':
      return { kind: 'buttons', values: buttonsValues(text, buttons) }
    case 'interactive':
      return interactiveValues(interactive)
    default:
      return undefined
  }
}

const Link = v.object({ link: v.string(), filename: v.optional(v.string()) })
const Header = v.variant('type', [
  v.object({ type: v.literal('text'), text: v.string() }),
  v.object({ type: v.literal('image'), image: Link }),
  v.object({ type: v.literal('video'), video: Link }),
  v.object({ type: v.literal('gif'), gif: Link }),
  v.object({ type: v.literal('document'), document: Link }),
])
const Body = v.object({ text: v.string() })
const LinkParameters = v.object({ display_text: v.string(), url: v.string() })

const WithButtons = v.variant('type', [
  v.object({
    type: v.literal('button'),
    header: Header,
    body: Body,
    action: v.object({ buttons: v.array(v.object({ reply: v.object({ title: v.string() }) })) }),
  }),
  v.object({
    type: v.literal('cta_url'),
    header: Header,
    body: Body,
    action: v.object({ parameters: LinkParameters }),
  }),
])

const Card = v.object({
  header: v.variant('type', [
    v.object({ type: v.literal('image'), image: Link }),
    v.object({ type: v.literal('video'), video: Link }),
  ]),
  body: v.optional(Body),
  action: v.object({
    parameters: v.optional(LinkParameters),
    buttons: v.optional(v.array(v.object({ quick_reply: v.object({ title: v.string() }) }))),
  }),
})
const Carousel = v.object({
  type: v.literal('carousel'),
  body: Body,
  action: v.object({ cards: v.pipe(v.array(Card), v.nonEmpty()) }),
})

const Interactive = v.union([WithButtons, Carousel])

function interactiveValues(interactive: unknown): Editable | undefined {
  const parsed = v.safeParse(Interactive, interactive)
  if (!parsed.success) return undefined
  const { output } = parsed
  if (output.type === 'carousel') return { kind: 'cards', values: cardsValues(output) }
  const buttons =
    output.type === 'cta_url'
      ? [{ type: 'url', text: output.action.parameters.display_text, url: output.action.parameters.url }]
      : output.action.buttons.map(({ reply }) => ({ type: 'quick_reply', text: reply.title }))
  return {
    kind: 'buttons',
    values: { ...buttonsValues(output.body.text, buttons), header: headerValues(output.header) },
  }
}

function buttonsValues(body: string, buttons: ThreadMessage['buttons']): ButtonsValues {
  return {
    header: NO_HEADER,
    body,
    buttons: buttons.map(({ type, text, url = '' }, index) => ({ key: String(index), type, text, url })),
  }
}

function headerValues(header: v.InferOutput<typeof Header>): HeaderValues {
  const { type } = header
  if (type === 'text') return { ...NO_HEADER, type, text: header.text }
  const { link, filename = '' } = fileOf(header)
  return { ...NO_HEADER, type, link, filename }
}

function fileOf(header: Exclude<v.InferOutput<typeof Header>, { type: 'text' }>): v.InferOutput<typeof Link> {
  switch (header.type) {
    case 'image':
      return header.image
    case 'video':
      return header.video
    case 'gif':
      return header.gif
    case 'document':
      return header.document
  }
}

function cardsValues({ body, action: { cards } }: v.InferOutput<typeof Carousel>): CardsValues {
  return {
    body: body.text,
    file: cards[0]?.header.type ?? 'image',
    button: cards[0]?.action.parameters ? 'url' : 'quick_reply',
    cards: cards.map(({ header, body: text, action: { parameters, buttons = [] } }, index) => ({
      ...emptyCard(String(index)),
      link: fileOf(header).link,
      text: text?.text ?? '',
      ...(parameters && { label: parameters.display_text, url: parameters.url }),
      replies: Array.from({ length: MOST_REPLIES }, (_, at) => buttons[at]?.quick_reply.title ?? ''),
    })),
  }
}

/**
 * Returns the draft that has the content, beside a text that was written meanwhile, or undefined if the form has another draft.
 * Repeated, it changes nothing.
 */
export function draftWith(editable: Editable, draft: string): string | undefined {
  if (editable.kind === 'text') {
    const text = editable.text.trimEnd()
    if (text === '' || draft === text || draft.startsWith(`${text}\n`)) return draft
    return draft === '' ? text : `${text}\n${draft}`
  }
  const stored = v.safeParse(FormDraft, draft)
  if (!stored.success || isBlank(stored.output)) return JSON.stringify(editable.values)
  return withoutKeys(stored.output) === withoutKeys(editable.values) ? draft : undefined
}

const FormDraft = v.pipe(v.string(), v.parseJson(), v.union([ButtonsValues, CardsValues]))

function withoutKeys(values: ButtonsValues | CardsValues): string {
  return JSON.stringify(values, (name, value: unknown) => (name === 'key' ? undefined : value))
}

/** Returns whether a form has no words. */
function isBlank(values: ButtonsValues | CardsValues): boolean {
  const texts =
    'buttons' in values
      ? [values.header.text, values.header.link, ...values.buttons.flatMap(({ text, url }) => [text, url])]
      : values.cards.flatMap(({ link, text, label, url, replies }) => [link, text, label, url, ...replies])
  return [values.body, ...texts].every((text) => text.trim() === '')
}
