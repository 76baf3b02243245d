import { parseJson } from '@replywright/contract/json.ts'
import * as v from 'valibot'
import type { DeliveryItem } from './delivery-entity.ts'
import { storedBytes, WRITE_UNIT_BYTES } from './stored-bytes.ts'

const Text = v.optional(v.string(), '')

/** The part of an envelope that identifies its origin. */
const Origin = v.object({
  from: Text,
  contact: v.optional(v.object({ name: Text }), {}),
  message: v.nullish(
    v.object({ id: Text, waId: Text, body: Text, media: v.optional(v.array(v.object({ mimeType: Text })), []) }),
  ),
  conversationId: Text,
})
type Origin = v.InferOutput<typeof Origin>

/** The customer and the message of a delivery. */
interface DeliveryOrigin {
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
export function originOf({ payload, excerpt }: Pick<DeliveryItem, 'payload' | 'excerpt'>): DeliveryOrigin | null {
  const origin = readOrigin(payload ?? excerpt ?? '')
  if (!origin?.conversationId) return null
  const { from, contact, message, conversationId } = origin
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
  const origin = readOrigin(payload)
  if (!origin) return {}
  const units = unitsOf(delivery)
  const excerpts = EXCERPT_CHARACTERS.map((characters) => JSON.stringify(shortened(origin, characters)))
  const excerpt = excerpts.find((one) => unitsOf({ ...delivery, excerpt: one }) === units)
  return excerpt === undefined ? {} : { excerpt }
}

function shortened({ from, contact, message, conversationId }: Origin, characters: number): object {
  const { id, waId, body = '', media } = message ?? {}
  const [file] = media ?? []
  return {
    from,
    contact,
    ...(message && { message: { id, waId, body: cut(body, characters), ...(file && { media: [file] }) } }),
    conversationId,
  }
}

function readOrigin(json: string): Origin | undefined {
  const origin = v.safeParse(Origin, parseJson(json)?.value)
  return origin.success ? origin.output : undefined
}

function unitsOf(delivery: Partial<DeliveryItem>): number {
  return Math.ceil(storedBytes(delivery) / WRITE_UNIT_BYTES)
}

/** Cuts a text between characters, never inside one. */
function cut(text: string, characters: number): string {
  const all = Array.from(text)
  return all.length > characters ? `${all.slice(0, characters).join('')}…` : text
}
