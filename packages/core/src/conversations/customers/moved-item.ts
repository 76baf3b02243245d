import { parseJson } from '@replywright/contract/json.ts'
import * as v from 'valibot'

/** An item of a conversation's partition, as stored. `_e` is the name of its entity. */
export const StoredItem = v.looseObject({ pk: v.string(), sk: v.string(), _e: v.string() })
export type StoredItem = v.InferOutput<typeof StoredItem>

/** The move of what belongs to a conversation into the one that continues it. */
export interface Move {
  readonly from: string
  /** The id and the partition key of the conversation that continues it, and its session. */
  readonly to: string
  readonly pk: string
  readonly session?: string | undefined
  /** What the conversation that ended had last: its session, and the customer's last message. */
  readonly last: { readonly session?: string | undefined; readonly messageId?: string | undefined }
  /** The customer's last message in the one that continues it, and when it was received, in milliseconds. */
  readonly messageId?: string | undefined
  readonly takenAt?: number | undefined
}

const Out = v.object({ q: v.string(), g: v.string(), b: v.string() })

/**
 * Returns a stored item as one of the conversation that continues its own, or undefined if it is not moved. Its message to a queue is
 * sent again, for the conversation that continues, if it is still needed: a customer's message without an answer, and what is
 * scheduled. Messages of the current session become those of the session that goes on, so that the agent knows them.
 */
export function movedItem(item: StoredItem, move: Move): StoredItem | undefined {
  const { out, ...rest } = item
  const moved = { ...rest, pk: move.pk, conversationId: move.to }
  const session = (name: 'ss' | 'sessionId') =>
    move.session !== undefined && item[name] === move.last.session ? { [name]: move.session } : {}
  switch (item._e) {
    case 'message':
      return {
        ...moved,
        ...session('ss'),
        mf: item.mf ?? move.from,
        ...(item.ti === undefined && outFor(out, move)),
      }
    case 'turn':
    case 'turnStep':
    case 'turnResult':
      return { ...moved, ...session('sessionId') }
    case 'wakeUp': {
      // It is obsolete if the customer has written since it was created.
      const isPending = item.settledAt === undefined && item.lastMessageId === move.last.messageId
      const last = { lastMessageId: move.messageId, inboundTakenAt: move.takenAt }
      return { ...moved, ...(isPending && { ...last, ...outFor(out, move) }) }
    }
    case 'firedWakeUp':
      return { ...moved, ...outFor(out, move) }
    case 'conversationEvent':
      return moved
    default:
      return undefined
  }
}

function outFor(out: unknown, { from, to }: Move): { readonly out?: v.InferOutput<typeof Out> } {
  const read = v.safeParse(Out, out)
  if (!read.success) return {}
  const { q, g, b } = read.output
  const body = v.safeParse(v.record(v.string(), v.unknown()), parseJson(b)?.value)
  if (!body.success || body.output.conversationId !== from) return {}
  return { out: { q, g: g === from ? to : g, b: JSON.stringify({ ...body.output, conversationId: to }) } }
}
