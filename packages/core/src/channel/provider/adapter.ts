import { createHmac } from 'node:crypto'
import { ServiceError } from '../../platform/errors.ts'
import { equalInConstantTime } from '../../platform/secrets/equal-in-constant-time.ts'
import { PROVIDER } from '../capabilities.ts'
import type { Channel } from '../port.ts'
import { accessTokenOf, recentAccessTokenOf } from './access-token.ts'
import { composeCanary } from './compose-canary.ts'
import { composeControl } from './compose-control.ts'
import { composeMessage } from './compose-message.ts'
import { datedRules } from './dated-rules.ts'
import type { MessageEdge } from './message-edge.ts'
import { prepareContent } from './prepare-content.ts'
import { openProviderMedia } from './provider-media.ts'
import { callProvider, requestProvider } from './provider-request.ts'
import { findProviderSettings, getProviderBaseUrl } from './provider-settings.ts'
import { INSPECTED_FIELDS, readInspection } from './read-inspection.ts'
import { parseProviderJson, readWebhook } from './read-webhook.ts'
import { sendMarketing } from './send-marketing.ts'
import { sendToProvider } from './send-message.ts'

/** The adapter of the messaging provider. */
export const provider: Channel = {
  name: PROVIDER,

  async respondToHandshake(query, now) {
    const settings = await findProviderSettings(now)
    const token = query['hub.verify_token'] ?? ''
    if (query['hub.mode'] !== 'subscribe' || !settings || !equalInConstantTime(token, settings.verifyToken))
      return undefined
    return query['hub.challenge'] ?? ''
  },

  async isAuthentic({ headers, body }, now) {
    const { appSecret, previousAppSecret } = (await findProviderSettings(now)) ?? {}
    const secrets = [appSecret, previousAppSecret].filter((secret) => secret !== undefined)
    return secrets.some((secret) => isSignedByProvider(body, headers['x-hub-signature-256'], secret))
  },

  readWebhook(body, now) {
    const parsed = parseProviderJson(body)
    return parsed === undefined ? undefined : readWebhook(parsed, now)
  },

  async prepare(number, content, now) {
    return await prepareContent(number, content, now)
  },

  async openSender(number, now) {
    const { phoneNumberId } = number
    const token = await recentAccessTokenOf(number, now)
    return async (message, clock) => {
      const body = composeMessage(message)
      const sendTo = async (edge: MessageEdge) => {
        const first = await sendToProvider({ phoneNumberId, token, body, edge }, clock)
        // The refusal may be due to a token that was replaced recently.
        const newer = first.kind === 'refused' ? await accessTokenOf(number).catch(() => token) : token
        return newer === token ? first : await sendToProvider({ phoneNumberId, token: newer, body, edge }, clock)
      }
      return message.isMarketing ? await sendMarketing(number, sendTo, clock) : await sendTo('messages')
    }
  },

  async requireWorking(number, now) {
    const token = await accessTokenOf(number)
    const path = `/${encodeURIComponent(number.phoneNumberId)}`
    await callProvider({ method: 'GET', path, token }, now).catch((error: unknown) => {
      // Any other error response shows that the provider works.
      if (!(error instanceof ServiceError) || error.code === 'upstream_error') throw error
    })
  },

  async showTyping(number, waId, now) {
    const token = await recentAccessTokenOf(number, now)
    const path = `/${encodeURIComponent(number.phoneNumberId)}/messages`
    const body = {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: waId,
      typing_indicator: { type: 'text' },
    }
    await requestProvider({ method: 'POST', path, token, body }, now)
  },

  async openMedia(number, file, now, signal) {
    return await openProviderMedia(file, await accessTokenOf(number), now, signal)
  },

  async control(number, to, change, now) {
    const token = await recentAccessTokenOf(number, now)
    const path = `/${encodeURIComponent(number.phoneNumberId)}/thread_control`
    await callProvider({ method: 'POST', path, token, body: composeControl(to, change) }, now)
  },

  async inspect(number, now) {
    const token = await accessTokenOf(number)
    const path = `/${encodeURIComponent(number.phoneNumberId)}?fields=${INSPECTED_FIELDS}`
    return readInspection(number.phoneNumberId, await callProvider({ method: 'GET', path, token }, now), now)
  },

  async datedRules(now) {
    return datedRules(await getProviderBaseUrl(now), now)
  },

  composeCanary,

  async describeSetup(now) {
    if (!(await findProviderSettings(now))) return undefined
    return `app secret and verify token are set, for ${await getProviderBaseUrl(now)}`
  },
}

/** Returns whether `header` (X-Hub-Signature-256) is the provider's HMAC-SHA256 over the raw bytes of the body. */
function isSignedByProvider(raw: Buffer, header: string | undefined, appSecret: string): boolean {
  const expected = `sha256=${createHmac('sha256', appSecret).update(raw).digest('hex')}`
  return header !== undefined && equalInConstantTime(header, expected)
}
