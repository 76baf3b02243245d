import { InteractiveInput } from '@replywright/contract/message-objects.ts'
import * as v from 'valibot'
import { errorsOf } from './buttons-values.ts'

export const LEAST_CARDS = 2
export const MOST_CARDS = 10
export const MOST_REPLIES = 3

/** The form values of a card. `label` and `url` apply to links, `replies` to quick replies, without the empty ones. */
const CardValues = v.object({
  key: v.string(),
  link: v.string(),
  text: v.string(),
  label: v.string(),
  url: v.string(),
  replies: v.pipe(v.array(v.string()), v.length(MOST_REPLIES)),
})
export type CardValues = v.InferOutput<typeof CardValues>

/** All cards have files and buttons of the same kind. */
export const CardsValues = v.object({
  body: v.string(),
  file: v.picklist(['image', 'video']),
  button: v.picklist(['url', 'quick_reply']),
  cards: v.array(CardValues),
})
export type CardsValues = v.InferOutput<typeof CardsValues>

export function emptyCard(key: string): CardValues {
  return { key, link: '', text: '', label: '', url: '', replies: Array.from({ length: MOST_REPLIES }, () => '') }
}

function cardsInput({ body, file, button, cards }: CardsValues) {
  return {
    type: 'interactive',
    interactive: {
      type: 'carousel',
      body: { text: body.trim() },
      action: { cards: cards.map((card, index) => cardInput(card, index, file, button)) },
    },
  }
}

function cardInput(card: CardValues, index: number, file: CardsValues['file'], button: CardsValues['button']) {
  const text = card.text.trim()
  const type = button === 'url' ? 'cta_url' : 'quick_reply'
  return {
    card_index: index,
    type,
    header: { type: file, [file]: { link: card.link.trim() } },
    ...(text !== '' && { body: { text } }),
    action:
      type === 'cta_url'
        ? { name: type, parameters: { display_text: card.label.trim(), url: card.url.trim() } }
        : { buttons: filled(card).map((title) => ({ type, quick_reply: { id: `${index + 1}: ${title}`, title } })) },
  }
}

function filled({ replies }: CardValues): readonly string[] {
  return replies.map((reply) => reply.trim()).filter((reply) => reply !== '')
}

/** Returns the message to send. The id of a quick reply tells the number of its card. @throws ValiError for values with errors */
export function cardsMessage(values: CardsValues): v.InferOutput<typeof InteractiveInput> {
  return v.parse(InteractiveInput, cardsInput(values))
}

/** Returns the validation errors of a message with cards, by form field. */
export function validateCards(values: CardsValues): Record<string, string> {
  const { issues } = v.safeParse(InteractiveInput, cardsInput(values))
  const repeated = values.button === 'quick_reply' ? values.cards.flatMap(repeatedReply) : []
  return { ...Object.fromEntries(repeated), ...errorsOf(issues, (path) => fieldOf(path, values)) }
}

/** Customers could not tell two buttons with the same text apart. */
function repeatedReply(card: CardValues, index: number): [field: string, message: string][] {
  const at = card.replies.findIndex((reply, position) => reply.trim() !== '' && card.replies.indexOf(reply) < position)
  return at === -1 ? [] : [[`cards.${index}.replies.${at}`, 'Must be different from the other replies of the card.']]
}

const IN_CARD = 'interactive.action.cards.'
const FIELDS: Readonly<Record<string, string>> = { link: 'link', text: 'text', display_text: 'label', url: 'url' }

function fieldOf(path: string, { cards }: CardsValues): string {
  if (!path.startsWith(IN_CARD)) return path === 'interactive.body.text' ? 'body' : 'cards'
  const [index = '', ...rest] = path.slice(IN_CARD.length).split('.')
  const last = rest.at(-1) ?? ''
  if (last === 'buttons') return `cards.${index}.replies.0`
  if (last !== 'title' && last !== 'id') return `cards.${index}.${FIELDS[last] ?? 'link'}`
  const replies = cards[Number(index)]?.replies ?? []
  const positions = replies.flatMap((reply, position) => (reply.trim() === '' ? [] : [position]))
  return `cards.${index}.replies.${positions[Number(rest.at(-3))] ?? 0}`
}
