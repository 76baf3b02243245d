import { randomUUID } from 'node:crypto'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'

/** The ids of the demo's organisations: the noisy one and the quiet one. */
export const NOISY_ORGANIZATION = derivedId('demo organization', 'Demo')
export const QUIET_ORGANIZATION = derivedId('demo organization', 'Other')

const WithId = v.looseObject({ id: v.string() })
const Numbers = v.looseObject({
  results: v.array(v.looseObject({ number: v.string(), msgPhoneNumberId: v.string(), isSandbox: v.boolean() })),
})

export type Call = (method: string, path: string, body?: object | FormData) => Promise<unknown>

/** Returns a caller of the API with a key. It throws on an error response. */
export function callsOf({ ready }: Pick<Service, 'ready'>, apiKey: string): Call {
  return async (method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${ready.baseUrl}/api/v1${path}`, {
      method,
      headers: { 'X-API-Key': apiKey, ...(body && !isForm && { 'Content-Type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
    return await response.json()
  }
}

export function idIn(response: unknown): string {
  return v.parse(WithId, response).id
}

/** A customer's question to a number that the provider knows by its id. */
export interface Question {
  readonly from: string
  readonly phoneNumberId: string
}

/** Posts a question as the provider does. Returns its id, and the response of the service. */
export function postQuestion({ provider }: Pick<Service, 'provider'>, { from, phoneNumberId }: Question) {
  const id = `wamid.${randomUUID()}`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const message = { from, id, timestamp, type: 'text', text: { body: 'How are you?' } }
  const value = { metadata: { phone_number_id: phoneNumberId }, messages: [message] }
  const posted = provider.postWebhook({
    object: 'whatsapp_business_account',
    entry: [{ changes: [{ field: 'messages', value }] }],
  })
  return { id, posted }
}

/** Returns the sandbox number of the caller's organisation. */
export async function sandboxNumber(call: Call): Promise<{ number: string; phoneNumberId: string }> {
  const { results } = v.parse(Numbers, await call('GET', '/phone-numbers/'))
  const sandbox = results.find(({ isSandbox }) => isSandbox)
  if (!sandbox) throw new Error('the organisation has no sandbox number')
  return { number: sandbox.number, phoneNumberId: sandbox.msgPhoneNumberId }
}
