import type { SendOutcome } from '../port.ts'

/** The provider's paths for messages, behind the id of the number. */
export type MessageEdge = 'messages' | 'marketing_messages'

/** The account may not use the marketing path: no permission, terms that were not accepted, or an API version without the path. */
const NOT_ENABLED = [3, 10, 2500, 131005, 131055]
/** A template is not known to the marketing path yet. */
const NOT_SYNCED = [134101, 134102]
/** Marketing templates must be sent to the marketing path. */
const REQUIRED = 131063

/** What to do after a path refused a marketing template. `remembers`: the next ones are sent there at once for a day. */
interface Fallback {
  readonly edge: MessageEdge
  readonly remembers: boolean
}

/** Returns the other path to try, or undefined if the outcome does not depend on the path. */
export function fallbackAfter(edge: MessageEdge, outcome: SendOutcome): Fallback | undefined {
  const code = outcome.kind === 'refused' ? outcome.error.providerCode : null
  if (code === null) return undefined
  if (edge === 'messages') return code === REQUIRED ? { edge: 'marketing_messages', remembers: false } : undefined
  const isPermission = code >= 200 && code < 300
  if (NOT_ENABLED.includes(code) || isPermission) return { edge: 'messages', remembers: true }
  return NOT_SYNCED.includes(code) ? { edge: 'messages', remembers: false } : undefined
}
