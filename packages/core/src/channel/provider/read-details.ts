/** What other fields of an inbound message have, or what changes with every download. */
const KNOWN = {
  message: ['id', 'timestamp', 'type', 'from', 'from_user_id', 'from_parent_user_id', 'recipient_type', 'group_id'],
  referral: [
    'source_type',
    'source_id',
    'source_url',
    'headline',
    'body',
    'media_type',
    'image_url',
    'video_url',
    'thumbnail_url',
    'ctwa_clid',
    'welcome_message',
  ],
  context: ['id', 'from', 'user_id'],
  text: ['body'],
  button: ['text', 'payload'],
  text_alone: ['text'],
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
  if (name === 'referral') return without(value, KNOWN.referral)
  // The text may be without the object around it.
  if (name === 'text') return typeof value === 'string' ? undefined : without(value, KNOWN.text)
  if (name === 'button') return without(value, KNOWN.button)
  if (name === 'interactive') return restOfReply(value)
  // A file of another type is in no other field.
  if (MEDIA_TYPES.includes(name) && name === type)
    return isFields(value) && isId(value.id) ? without(value, KNOWN.media) : undefined
  if (name === type && isNewFile(value)) return without(value, KNOWN.media)
  // The content of this type is in `detail`.
  return name === type ? undefined : value
}

function restOfReply(interactive: unknown): unknown {
  if (!isFields(interactive)) return interactive
  const { type } = interactive
  // Any other reply is whole in `detail`.
  if (typeof type !== 'string' || !REPLIES.includes(type) || !isFields(interactive[type])) return undefined
  const rest = without(interactive[type], KNOWN.reply)
  const beside = Object.entries(interactive).filter(([name, value]) => !['type', type].includes(name) && value !== null)
  const all = Object.fromEntries(rest === undefined ? beside : [[type, rest], ...beside])
  return Object.keys(all).length > 0 ? all : undefined
}

/** Returns the fields of an object that no other field has: unknown ones, and known ones of another type. Anything else is returned whole. */
function without(value: unknown, known: readonly string[]): unknown {
  if (!isFields(value)) return value
  const rest = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    const beyond = known.includes(name) ? beyondOf(name, field) : field
    return beyond === null || beyond === undefined ? [] : [[name, beyond]]
  })
  return rest.length > 0 ? Object.fromEntries(rest) : undefined
}

/** Returns what is not read of a known field: nothing of texts and of ids that are numbers, what the one object has beside its text. */
function beyondOf(name: string, field: unknown): unknown {
  if (name === 'welcome_message') return without(field, KNOWN.text_alone)
  return typeof field === 'string' || (IDS.includes(name) && isId(field)) ? undefined : field
}

const IDS = ['id', 'from', 'user_id']

/** Returns whether the content of a type that is not known describes a file. */
export function isNewFile(content: unknown): boolean {
  return isFields(content) && isId(content.id) && typeof content.mime_type === 'string' && content.mime_type !== ''
}

function isId(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
