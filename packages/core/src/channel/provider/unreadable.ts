import type { ChannelEvent } from '../port.ts'

/** Returns the event of JSON that cannot be processed: it is parked whole, with the reason. */
export function unreadable(reason: string, raw: unknown): ChannelEvent {
  return { kind: 'unreadable', reason, raw }
}
