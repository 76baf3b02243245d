import type { DisturbableCall } from '@replywright/cloud/faults'
import * as v from 'valibot'
import { bodiesOf } from '../../tally.ts'

/** A delivery, or a turn of a conversation. */
const Message = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.looseObject({ deliveryId: v.string() }),
    v.looseObject({ kind: v.literal('turn'), conversationId: v.string() }),
  ]),
)

/**
 * How long messages are in their queue, until a worker is free and their organisation may use it. This is what organisations share, and
 * it does not contain the time in which a busy machine runs the functions.
 */
export class QueueWaits {
  readonly #clock: () => number
  readonly #times = new Map<string, { readonly sentAt: number; receivedAt?: number }>()

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
  }

  /** Notes the messages that a call sends, or that a mapping received. Pass it to `faults.watch`. */
  add(call: Pick<DisturbableCall, 'by' | 'action' | 'request'>): void {
    if (call.by === 'mapping' && call.action !== 'ReceiveMessage') return
    for (const body of bodiesOf(call)) {
      const { success, output } = v.safeParse(Message, body)
      if (!success) continue
      const id = 'deliveryId' in output ? String(output.deliveryId) : output.conversationId
      const known = this.#times.get(id)
      if (call.by === 'function') this.#times.set(id, known ?? { sentAt: this.#clock() })
      else if (known) known.receivedAt = this.#clock()
    }
  }

  /** Returns the wait of a delivery, or of a conversation's turn, in milliseconds, and forgets it. Undefined if it was not sent. */
  take(id: string): number | undefined {
    const times = this.#times.get(id)
    this.#times.delete(id)
    return times && (times.receivedAt ?? this.#clock()) - times.sentAt
  }
}
