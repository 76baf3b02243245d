import { equalInConstantTime, isSignedByProvider } from '@messaging/core/channel/provider/authenticity.ts'
import { parseProviderJson } from '@messaging/core/channel/provider/parse-provider-json.ts'
import { findProviderSettings } from '@messaging/core/channel/provider/provider-settings.ts'
import { handleWebhook } from '@messaging/core/conversations/messages/handle-webhook.ts'
import type { Clock } from '@messaging/core/platform/clock.ts'
import type { PlainResponse, RawRequest } from './function-url.ts'

/** Handles the provider's handshake: returns its challenge if the verify token is correct, otherwise 403. */
export async function answerHandshake({ query }: RawRequest, now: number): Promise<PlainResponse> {
  const settings = await findProviderSettings(now)
  const token = query['hub.verify_token'] ?? ''
  if (query['hub.mode'] !== 'subscribe' || !settings || !equalInConstantTime(token, settings.verifyToken))
    return { status: 403, text: 'forbidden' }
  return { status: 200, text: query['hub.challenge'] ?? '' }
}

/**
 * Receives a webhook of the provider. Returns 200 after everything in it is stored, 403 for an invalid signature, and
 * 400 for invalid JSON. Returns 500 if something could not be stored, so that the provider retries.
 */
export async function receiveWebhook({ headers, body }: RawRequest, clock: Clock): Promise<PlainResponse> {
  const settings = await findProviderSettings(clock())
  const { appSecret, previousAppSecret } = settings ?? {}
  const secrets = [appSecret, previousAppSecret].filter((secret) => secret !== undefined)
  if (!secrets.some((secret) => isSignedByProvider(body, headers['x-hub-signature-256'], secret)))
    return { status: 403, text: 'bad signature' }
  const parsed = parseProviderJson(body)
  if (parsed === undefined) return { status: 400, text: 'no valid JSON' }
  return (await handleWebhook(parsed, clock)) ? { status: 200, text: 'ok' } : { status: 500, text: 'try again' }
}
