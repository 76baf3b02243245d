import * as v from 'valibot'
import type { SendOutcome } from '../port.ts'
import { Text, Word } from './json-words.ts'
import { readErrorBody, readUncodedBody } from './provider-error.ts'
import type { ProviderResult } from './provider-request.ts'

const Accepted = v.object({
  messages: v.looseTuple([v.object({ id: v.pipe(v.string(), v.nonEmpty()), message_status: Text })]),
  contacts: v.fallback(v.optional(v.looseTuple([v.object({ wa_id: Word })])), undefined),
})

/** The provider's word of a message that it sends at once. */
const AT_ONCE = 'accepted'

/** Returns what a call that sent a message shows. A response that is neither the provider's success nor its error is a proxy's: the outcome is unknown. */
export function readOutcome(result: ProviderResult): SendOutcome {
  if (result.kind === 'unknown') return result
  if (result.kind === 'unreachable')
    return {
      kind: 'refused',
      error: {
        code: 'upstream_error',
        providerCode: null,
        message: `The messaging provider is unreachable (${result.failure}). Nothing was sent.`,
      },
    }
  const { status, body } = result
  const error = readErrorBody(body) ?? (status >= 400 && status < 500 ? readUncodedBody(body) : undefined)
  // What the number or its account lacks is not the fault of the caller who sends a message.
  if (error) return { kind: 'refused', error: error.numberProblem ? { ...error, code: 'upstream_error' } : error }
  const accepted = v.safeParse(Accepted, body)
  if (!accepted.success || status >= 400) return { kind: 'unknown', failure: `status ${status}` }
  const { messages, contacts } = accepted.output
  const [{ id: waId, message_status: state = AT_ONCE }] = messages
  return { kind: 'accepted', waId, contactWaId: contacts?.[0].wa_id, ...(state !== AT_ONCE && { held: state }) }
}
