import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { SendOutcome } from '../port.ts'
import type { MessageEdge } from './message-edge.ts'
import { isTransient, readErrorBody } from './provider-error.ts'
import { type ProviderResult, requestProvider } from './provider-request.ts'

const Accepted = v.object({
  messages: v.looseTuple([v.object({ id: v.pipe(v.string(), v.nonEmpty()) })]),
  contacts: v.fallback(v.optional(v.looseTuple([v.object({ wa_id: v.optional(v.string()) })])), undefined),
})

/** Pauses before each retry of a call without effect. */
const PAUSES_MILLISECONDS = [200, 800]
const MAX_RETRY_MILLISECONDS = 3000

/** Sends a message to the provider. Retries only while the calls certainly had no effect. */
export async function sendToProvider(
  {
    phoneNumberId,
    token,
    body,
    edge = 'messages',
  }: {
    readonly phoneNumberId: string
    readonly token: string
    readonly body: object
    readonly edge?: MessageEdge
  },
  clock: Clock,
): Promise<SendOutcome> {
  const path = `/${encodeURIComponent(phoneNumberId)}/${edge}`
  const started = clock()
  for (let tries = 0; ; tries++) {
    const result = await requestProvider({ method: 'POST', path, token, body }, clock())
    const pause = clock() - started < MAX_RETRY_MILLISECONDS ? PAUSES_MILLISECONDS[tries] : undefined
    if (pause === undefined || !hadNoEffect(result)) return outcomeOf(result)
    await setTimeout(pause)
  }
}

function hadNoEffect(result: ProviderResult): boolean {
  if (result.kind !== 'response') return result.kind === 'unreachable'
  const error = readErrorBody(result.body)
  return error !== undefined && isTransient(error)
}

/** A response that is neither the provider's success nor its error is a proxy's: the outcome is unknown. */
function outcomeOf(result: ProviderResult): SendOutcome {
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
  const error = readErrorBody(result.body)
  if (error) return { kind: 'refused', error }
  const accepted = v.safeParse(Accepted, result.body)
  if (!accepted.success) return { kind: 'unknown', failure: `status ${result.status}` }
  const { messages, contacts } = accepted.output
  return { kind: 'accepted', waId: messages[0].id, contactWaId: contacts?.[0].wa_id }
}
