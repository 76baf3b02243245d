import type { TracedEvent } from '@replywright/contract/dashboard/trace.ts'
import { durationText } from '../ui/time-words.ts'

const PLACES: Readonly<Record<string, string>> = {
  provider: 'Provider',
  ingress: 'Received by the service',
  table: 'Stored',
  relay: 'Queue',
  turns: 'Queue',
  answer: 'Agent',
  deliver: 'Delivery',
  'answer → provider': 'Agent to provider',
  'api → provider': 'Service to provider',
}

/** Returns where an event happened: a part of the service as people know it, or the endpoint of a delivery. */
export function placeWords(where: string): string {
  return PLACES[where] ?? where
}

/** Returns what happened, as the beginning of a sentence. */
export function eventWords(what: string): string {
  return what.slice(0, 1).toUpperCase() + what.slice(1)
}

/** Returns the time since the first event, such as `+2.5 s`. `first` is a date in ISO 8601. */
export function offsetWords({ at }: Pick<TracedEvent, 'at'>, first: string): string {
  const milliseconds = Date.parse(at) - Date.parse(first)
  return `${milliseconds < 0 ? '−' : '+'}${durationText(Math.abs(milliseconds))}`
}
