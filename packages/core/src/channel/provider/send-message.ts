import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import { isTransient, type ProviderError, readErrorBody } from './provider-error.ts'
import { type ProviderAnswer, requestProvider } from './provider-request.ts'

/** What became of a message that was handed to the provider. */
export type SendOutcome =
  /** `contactWaId`: the digits by which the provider knows the customer, which can differ from those it was given. */
  | { readonly kind: 'accepted'; readonly waId: string; readonly contactWaId: string | undefined }
  | { readonly kind: 'refused'; readonly error: ProviderError }
  /** The provider may have taken it. */
  | { readonly kind: 'unknown'; readonly cause: string }

const Accepted = v.object({
  messages: v.looseTuple([v.object({ id: v.pipe(v.string(), v.nonEmpty()) })]),
  contacts: v.fallback(v.optional(v.looseTuple([v.object({ wa_id: v.optional(v.string()) })])), undefined),
})

/** Pauses before a call is made again that certainly had no effect, as long as little time has passed. */
const PAUSES_MILLISECONDS = [200, 800]
const PATIENCE_MILLISECONDS = 3000

/** Hands a message to the provider, again only while it certainly was not taken. */
export async function sendToProvider(
  { phoneNumberId, token, body }: { readonly phoneNumberId: string; readonly token: string; readonly body: object },
  clock: Clock,
): Promise<SendOutcome> {
  const path = `/${encodeURIComponent(phoneNumberId)}/messages`
  const started = clock()
  for (let tries = 0; ; tries++) {
    const answer = await requestProvider({ method: 'POST', path, token, body }, clock())
    const pause = clock() - started < PATIENCE_MILLISECONDS ? PAUSES_MILLISECONDS[tries] : undefined
    if (pause === undefined || !certainlyNotTaken(answer)) return outcomeOf(answer)
    await setTimeout(pause)
  }
}

function certainlyNotTaken(answer: ProviderAnswer): boolean {
  if (answer.kind !== 'answered') return answer.kind === 'unreachable'
  const error = readErrorBody(answer.body)
  return error !== undefined && isTransient(error)
}

/** An answer that is neither the provider's success nor its error comes from something between, and tells nothing. */
function outcomeOf(answer: ProviderAnswer): SendOutcome {
  if (answer.kind === 'unknown') return answer
  if (answer.kind === 'unreachable')
    return {
      kind: 'refused',
      error: {
        code: 'upstream_error',
        providerCode: null,
        message: `The messaging provider cannot be reached (${answer.cause}). Nothing was sent.`,
      },
    }
  const error = readErrorBody(answer.body)
  if (error) return { kind: 'refused', error }
  const accepted = v.safeParse(Accepted, answer.body)
  if (!accepted.success) return { kind: 'unknown', cause: `status ${answer.status}` }
  const { messages, contacts } = accepted.output
  return { kind: 'accepted', waId: messages[0].id, contactWaId: contacts?.[0].wa_id }
}
