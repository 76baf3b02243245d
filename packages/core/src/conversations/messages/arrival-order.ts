import { firstIdAt } from '../../deliveries/index-range.ts'
import { isoTime, timeOfId } from '../../platform/clock.ts'
import type { MessageItem } from './message-entity.ts'

type Arrived = Pick<MessageItem, 'id' | 'direction' | 'sentAt' | 'takenAt'>

const SECOND = 1000

/**
 * Returns a text by which the messages of a conversation sort as they arrived. The provider's times are whole seconds,
 * so ids of the same second have no order: a message counts as sent when it was received, at most at the end of its
 * second.
 */
export function arrivalOrder({ id, direction, sentAt, takenAt }: Arrived): string {
  const at = direction === 'inbound' ? Math.max(sentAt, Math.min(takenAt, sentAt + SECOND - 1)) : sentAt
  return [isoTime(at), isoTime(takenAt), id].join(' ')
}

/** Sorts messages as they arrived, the last one first. */
export function newestFirst<Message extends Arrived>(messages: readonly Message[]): Message[] {
  return messages.toSorted((a, b) => (arrivalOrder(a) < arrivalOrder(b) ? 1 : -1))
}

/** The ids of all messages of one second lie between these texts. */
interface SecondRange {
  readonly first: string
  readonly last: string
}

/**
 * Returns a page of messages, which are sorted by id, newest first, as they arrived. `edges` are messages whose second
 * continues on another page: `readSecond` returns all messages of a second, newest id first. The pages together hold
 * each message once.
 */
export async function inArrivalOrder<Message extends Arrived>(
  page: readonly Message[],
  edges: readonly Message[],
  readSecond: (range: SecondRange) => Promise<readonly Message[]>,
): Promise<Message[]> {
  const seconds = Map.groupBy(page, secondOf)
  await Promise.all(
    [...new Set(edges.map(secondOf))].map(async (second) => {
      const range = { first: firstIdAt(second * SECOND), last: firstIdAt((second + 1) * SECOND) }
      seconds.set(second, [...(await readSecond(range))])
    }),
  )
  const places = new Map(
    [...seconds.values()].flatMap((second) => {
      const sorted = newestFirst(second)
      return second.map(({ id }, index) => [id, sorted[index]] as const)
    }),
  )
  return page.map((message) => places.get(message.id) ?? message)
}

function secondOf({ id }: Pick<Arrived, 'id'>): number {
  return Math.floor(timeOfId(id) / SECOND)
}
