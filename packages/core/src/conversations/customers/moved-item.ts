import { parseJson } from '@replywright/contract/json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
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
  /** The customer's last message in the one that continues it, and when it was received. */
  readonly messageId?: string | undefined
  readonly takenAt?: EpochMs | undefined
  /** Whether the end of its session is watched. */
  readonly isWatched?: boolean | undefined
  /** Whether a person made the move, so that it can be undone. */
  readonly byHand?: boolean | undefined
}

const Out = v.object({ q: v.string(), g: v.string(), b: v.string() })

/**
 * Returns a stored item as one of the conversation that continues its own, or undefined if it is not moved. Its message to a queue is
 * sent again, for the conversation that continues, if it is still needed: a customer's message without an answer, and what is
 * scheduled. Messages of the current session become those of the session that goes on, so that the agent knows them.
 */
export function movedItem(item: StoredItem, move: Move): StoredItem | undefined {
  const { out, ...rest } = item
  const moved = {
    ...rest,
    pk: move.pk,
    conversationId: move.to,
    ...(move.byHand && { og: [...originsOf(item), move.from] }),
  }
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
    // Both sessions go on as one, which is reported once.
    case 'agentSession':
      if (item.endedAt === undefined && move.isWatched) return undefined
      return { ...moved, ...session('sessionId'), out, ...outFor(out, move) }
    case 'endedSession':
    case 'firedWakeUp':
      return { ...moved, ...outFor(out, move) }
    case 'conversationEvent':
      return moved
    default:
      return undefined
  }
}

/** Returns the conversations to which an item returns if merges by hand are undone, that of the last merge last. */
export function originsOf({ og }: StoredItem): string[] {
  const read = v.safeParse(v.array(v.string()), og)
  return read.success ? read.output : []
}

/**
 * Returns an item of a conversation as one of `from` again, whose merge into it was undone, or undefined if it is none. `session` is that of
 * `from`; messages of the sessions `shared` become its own.
 */
export function returnedItem(
  item: StoredItem,
  {
    pk,
    from,
    to,
    session,
    shared,
  }: {
    readonly pk: string
    readonly from: string
    readonly to: string
    readonly session: string
    readonly shared: readonly string[]
  },
): StoredItem | undefined {
  const origins = originsOf(item)
  if (origins.at(-1) !== from) return undefined
  const { out, og: _, ...rest } = item
  const own = (name: 'ss' | 'sessionId') => (shared.some((id) => id === item[name]) ? { [name]: session } : {})
  return {
    ...rest,
    ...{ pk, conversationId: from },
    ...(origins.length > 1 && { og: origins.slice(0, -1) }),
    ...(item._e === 'message' ? { ...own('ss'), mf: item.mf ?? to } : own('sessionId')),
    ...outFor(out, { from: to, to: from }),
  }
}

function outFor(out: unknown, { from, to }: Pick<Move, 'from' | 'to'>): { readonly out?: v.InferOutput<typeof Out> } {
  const read = v.safeParse(Out, out)
  if (!read.success) return {}
  const { q, g, b } = read.output
  const body = v.safeParse(v.record(v.string(), v.unknown()), parseJson(b)?.value)
  if (!body.success || body.output.conversationId !== from) return {}
  return { out: { q, g: g === from ? to : g, b: JSON.stringify({ ...body.output, conversationId: to }) } }
}
