import type { DisturbableCall } from '@replywright/cloud/faults'
import * as v from 'valibot'
import { bodiesOf } from '../tally.ts'

const Reference = v.pipe(v.string(), v.parseJson(), v.looseObject({ deliveryId: v.string() }))

/** Counts the queue messages of each delivery: those of the relay, its repeats, and copies by the queue. */
export class QueuedDeliveries {
  readonly #messages = new Map<string, number>()

  /** Counts the deliveries in a call that sends messages. */
  add(call: Pick<DisturbableCall, 'by' | 'action' | 'request'>): void {
    if (call.action !== 'SendMessageBatch') return
    for (const body of bodiesOf(call)) {
      const { success, output } = v.safeParse(Reference, body)
      if (success) this.#messages.set(output.deliveryId, this.messagesOf(output.deliveryId) + 1)
    }
  }

  messagesOf(deliveryId: string): number {
    return this.#messages.get(deliveryId) ?? 0
  }
}
