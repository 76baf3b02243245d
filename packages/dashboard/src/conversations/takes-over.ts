import { handlingOf } from './handling.ts'

/** The duration of a takeover by default. */
export const TAKEOVER_MINUTES = 10
/** A reply prolongs a takeover that ends earlier. */
const SOON_MS = 5 * 60_000

/** Returns whether a reply takes a conversation over, because the agent would otherwise answer the customer, too. */
export function takesOver(conversation: Parameters<typeof handlingOf>[0], hasAgent: boolean, now: number): boolean {
  const handling = handlingOf(conversation, hasAgent, now)
  if (handling.kind === 'taken-over') return hasAgent && Date.parse(handling.until) - now < SOON_MS
  return handling.kind === 'agent' || handling.kind === 'needs-person'
}
