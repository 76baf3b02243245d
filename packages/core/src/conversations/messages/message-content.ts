import { MessageContent } from '@messaging/contract/envelope-content.ts'
import * as v from 'valibot'
import type { MessageItem } from './message-entity.ts'

const Content = v.omit(MessageContent, ['type', 'replyToWaId'])
type Content = v.InferOutput<typeof Content>

/** The provider's fields that are numbers and may be sent as texts. */
const NUMBERS = new Set(['latitude', 'longitude', 'quantity', 'itemPrice'])
/** The provider's names of the id of the message that a reaction, an edit or a deletion refers to. */
const REFERENCES = new Set(['messageId', 'originalMessageId'])

/**
 * Returns the content of a customer's message beyond text, media and buttons, as envelopes show it: a location, an
 * order, a reaction … Returns `{}` for a message without such content, or if the provider's content is malformed.
 */
export function contentOf({ type, detail }: Pick<MessageItem, 'type' | 'detail'>): Content {
  if (detail === undefined) return {}
  const content = v.safeParse(Content, renamed(type === 'interactive' ? detail : { [type]: detail }))
  return content.success ? content.output : {}
}

/** Returns a value of the provider with this API's field names. Omits fields that are null. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== null)
  return Object.fromEntries(
    fields.map(([key, field]) => {
      const name = key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      const isNumber = NUMBERS.has(name) && typeof field === 'string'
      return [REFERENCES.has(name) ? 'messageWaId' : name, isNumber ? Number(field) : renamed(field)]
    }),
  )
}
