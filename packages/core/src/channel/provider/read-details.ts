/** What other fields of an inbound message have, or what changes with every download. */
const KNOWN = {
  message: [
    'id',
    'timestamp',
    'type',
    'from',
    'from_user_id',
    'from_parent_user_id',
    'recipient_type',
    'referral',
    'group_id',
  ],
  context: ['id', 'from', 'user_id'],
  text: ['body'],
  button: ['text', 'payload'],
  reply: ['id', 'title'],
  media: ['id', 'mime_type', 'caption', 'filename', 'sha256', 'url'],
} as const

type Fields = Readonly<Record<string, unknown>>

const MEDIA_TYPES = ['image', 'video', 'document', 'audio', 'sticker']
/** The replies that consist of a title and an id, see `readMessage`. */
const REPLIES = ['button_reply', 'list_reply']

/**
 * Returns what a message of a customer says beyond the other fields of `InboundMessage`, with the provider's names: the product that it asks
 * about, the description of the chosen row, whether it was forwarded. Returns undefined if there is nothing. The content of other types than
 * texts, files and replies is whole in `detail`.
 */
export function readDetails(message: Fields): Fields | undefined {
  const { type } = message
  const details: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(message)) {
    const rest = restOf(name, value, type)
    if (rest !== undefined && rest !== null) details[name] = rest
  }
  return Object.keys(details).length > 0 ? details : undefined
}

function restOf(name: string, value: unknown, type: unknown): unknown {
  if (KNOWN.message.some((known) => known === name)) return undefined
  if (name === 'context') return without(value, KNOWN.context)
  if (name === 'text') return without(value, KNOWN.text)
  if (name === 'button') return without(value, KNOWN.button)
  if (name === 'interactive') return restOfReply(value)
  if (MEDIA_TYPES.includes(name)) return without(value, KNOWN.media)
  // The content of this type is in `detail`.
  return name === type ? undefined : value
}

function restOfReply(interactive: unknown): unknown {
  if (!isFields(interactive)) return undefined
  const { type } = interactive
  // Any other reply is whole in `detail`.
  if (typeof type !== 'string' || !REPLIES.includes(type)) return undefined
  const rest = without(interactive[type], KNOWN.reply)
  return rest && { [type]: rest }
}

function without(value: unknown, known: readonly string[]): Fields | undefined {
  if (!isFields(value)) return undefined
  const rest = Object.entries(value).filter(([name, field]) => !known.includes(name) && field !== null)
  return rest.length > 0 ? Object.fromEntries(rest) : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
