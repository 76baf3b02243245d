import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import type { SendOutcome } from '../port.ts'
import type { MessageEdge } from './message-edge.ts'
import { isTransient, readErrorBody } from './provider-error.ts'
import { type ProviderResult, requestProvider } from './provider-request.ts'
import { readOutcome } from './read-outcome.ts'

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
    if (pause === undefined || !hadNoEffect(result)) {
      const outcome = readOutcome(result)
      // Other failures are logged where they are noticed.
      if (outcome.kind === 'unknown' && result.kind === 'response' && result.status < 500)
        log('provider.failed', { status: result.status, cause: 'no answer of the provider' }, { ProviderErrors: 1 })
      return outcome
    }
    await setTimeout(pause)
  }
}

function hadNoEffect(result: ProviderResult): boolean {
  if (result.kind !== 'response') return result.kind === 'unreachable'
  const error = readErrorBody(result.body)
  return error !== undefined && isTransient(error)
}
