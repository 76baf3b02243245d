import * as v from 'valibot'
import { parseJson } from '../../platform/json.ts'
import type { DeliveryItem } from './delivery-entity.ts'
import { storedBytes, WRITE_UNIT_BYTES } from './stored-bytes.ts'

const Text = v.optional(v.string(), '')

/** The part of an envelope that identifies its cause. */
const Cause = v.object({
  from: Text,
  contact: v.optional(v.object({ name: Text }), {}),
  message: v.nullish(
    v.object({ id: Text, waId: Text, body: Text, media: v.optional(v.array(v.object({ mimeType: Text })), []) }),
  ),
  conversationId: Text,
})
type Cause = v.InferOutput<typeof Cause>

/** The customer and the message of a delivery. */
export interface DeliveryCause {
  readonly contactName: string
  /** With plus, or `''` if the customer has no known number. */
  readonly contactNumber: string
  readonly conversationId: string
  readonly messageId: string | null
  /** The beginning of the message; `''` without a text. */
  readonly preview: string
  /** The MIME type of the message's file. */
  readonly mediaType: string | null
}

const PREVIEW_CHARACTERS = 120

/** Returns the customer and the message of a delivery from its payload or excerpt, or null if it has neither. */
export function causeOf({ payload, excerpt }: Pick<DeliveryItem, 'payload' | 'excerpt'>): DeliveryCause | null {
  const cause = readCause(payload ?? excerpt ?? '')
  if (!cause?.conversationId) return null
  const { from, contact, message, conversationId } = cause
  return {
    contactName: contact.name,
    contactNumber: from,
    conversationId,
    messageId: message?.id || null,
    preview: cut(message?.body ?? '', PREVIEW_CHARACTERS),
    mediaType: message?.media[0]?.mimeType || null,
  }
}

/** Preview lengths of an excerpt, the longest that fits is used. */
const EXCERPT_CHARACTERS = [PREVIEW_CHARACTERS, 60, 20, 0]

/**
 * Returns the attribute that lets a list show and search a delivery whose payload has an item of its own. It is the
 * envelope with the beginning of the message. It is absent if it would cost another write unit.
 */
export function excerptOf(delivery: Partial<DeliveryItem>, payload: string): Pick<DeliveryItem, 'excerpt'> {
  const cause = readCause(payload)
  if (!cause) return {}
  const units = unitsOf(delivery)
  const excerpts = EXCERPT_CHARACTERS.map((characters) => JSON.stringify(shortened(cause, characters)))
  const excerpt = excerpts.find((one) => unitsOf({ ...delivery, excerpt: one }) === units)
  return excerpt === undefined ? {} : { excerpt }
}

function shortened({ from, contact, message, conversationId }: Cause, characters: number): object {
  const { id, waId, body = '', media } = message ?? {}
  const [file] = media ?? []
  return {
    from,
    contact,
    ...(message && { message: { id, waId, body: cut(body, characters), ...(file && { media: [file] }) } }),
    conversationId,
  }
}

function readCause(json: string): Cause | undefined {
  const cause = v.safeParse(Cause, parseJson(json)?.value)
  return cause.success ? cause.output : undefined
}

function unitsOf(delivery: Partial<DeliveryItem>): number {
  return Math.ceil(storedBytes(delivery) / WRITE_UNIT_BYTES)
}

/** Cuts a text between characters, never inside one. */
function cut(text: string, characters: number): string {
  const all = Array.from(text)
  return all.length > characters ? `${all.slice(0, characters).join('')}…` : text
}
