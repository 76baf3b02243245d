import type { AttemptRecord, DeliveryItem } from '@replywright/core/deliveries/delivery-entity.ts'
import type { SeenAttempt } from './endpoint.ts'

type Judged = Pick<DeliveryItem, 'id' | 'status' | 'attemptCount'> & { readonly attempts?: readonly AttemptRecord[] }

/**
 * Compares the record of a delivery with its requests at the endpoint. `messages` is the number of its queue messages.
 * Returns for each rule a line if it is broken. `copied` is not a rule: attempts at the same time that are allowed.
 */
export function judgeDelivery(
  { id, status, attemptCount, attempts = [] }: Judged,
  seen: readonly SeenAttempt[],
  messages: number,
) {
  const lines = (isBroken: boolean, text: string) => (isBroken ? [`${id}: ${text}`] : [])
  // A request can time out before the endpoint accepts its connection, so only responses are compared.
  const recorded = attempts.flatMap((attempt) => attempt.status ?? [])
  const returned = seen.flatMap((attempt) => attempt.status ?? [])
  const most = mostAtOnce(attempts)
  const times = attempts.map(({ at, durationMs }) => `${new Date(at).toISOString()} for ${durationMs} ms`).join(', ')
  return {
    unrecorded: lines(seen.length > attemptCount, `${seen.length} made, ${attemptCount} recorded`),
    invented: lines(!isPartOf(recorded, returned), `${recorded.join(', ')} recorded, ${returned.join(', ')} returned`),
    // A first attempt takes no lease, so each copy of its message may make one at the same time.
    simultaneous: lines(most > Math.max(1, messages), `${messages} messages, attempts at ${times}`),
    copied: lines(most > 1 && most <= messages, times),
    contradicted: lines(
      (status === 'delivered') !== recorded.includes(200),
      `${status}, ${recorded.join(', ')} recorded`,
    ),
  }
}

/** Returns the largest number of attempts at the same time. */
function mostAtOnce(attempts: readonly AttemptRecord[]): number {
  const during = (time: number) => attempts.filter(({ at, durationMs }) => at <= time && time < at + durationMs).length
  return Math.max(0, ...attempts.map(({ at }) => during(at)))
}

/** Returns whether `all` contains each of `some`, as often as it occurs. */
function isPartOf(some: readonly number[], all: readonly number[]): boolean {
  const times = (list: readonly number[], one: number) => list.filter((each) => each === one).length
  return some.every((one) => times(some, one) <= times(all, one))
}
