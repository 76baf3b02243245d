import { deliveryEvents } from './delivery-events.ts'
import type { Trace } from './get-trace.ts'
import { messageEvents } from './message-events.ts'
import type { TraceEvent } from './trace-event.ts'
import { turnEvents } from './turn-events.ts'

/** Returns the events of a trace by time. Events with the same time are in the order of processing. */
export function timeLine(trace: Trace): TraceEvent[] {
  const events = [
    ...trace.inbound.flatMap(messageEvents),
    ...turnEvents(trace),
    ...trace.outbound.flatMap(messageEvents),
  ]
  const deliveries = trace.deliveries.flatMap((delivery) =>
    deliveryEvents(delivery, trace.webhooks.get(delivery.webhookId)),
  )
  return [...events, ...deliveries].toSorted((a, b) => a.at - b.at)
}
