import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { vi } from 'vitest'
import { type ApiResponse, callers, freshCustomer, idOf } from './service.ts'

const Page = v.looseObject({ count: v.number(), next: v.nullable(v.string()), results: v.array(v.looseObject({})) })

/** Returns the page in a response. */
export const pageOf = (response: ApiResponse) => v.parse(Page, response.body)

export const text = (body: string) => ({ type: 'text', text: { body } })
/** A template of the demo's account with two variables. */
export const template = (variables: unknown = ['Alex', '12345'], name = 'order_update') => ({
  type: 'template',
  template: { name, variables },
})

/** Conversations of a service, used by an API client of the demo's organisation and by the provider. */
export function chats(service: () => Service) {
  const { api } = callers(service)

  const newConversation = async (customer = freshCustomer()) =>
    idOf(await api('POST', '/conversations/', { toNumber: customer }))

  const sentFor = (messageId: string) =>
    service().provider.sent.filter(({ callbackData }) => callbackData?.endsWith(messageId))

  return {
    api,
    newConversation,
    /** Creates a conversation whose customer has just written `Hello`. */
    async openConversation(customer = freshCustomer()): Promise<string> {
      const { status } = await service().provider.sendAsCustomer({ from: customer, text: 'Hello' })
      if (status !== 200) throw new Error(`the ingress returned ${status}`)
      return await newConversation(customer)
    },
    send: (id: string, body: unknown) => api('POST', `/conversations/${id}/messages/`, body),
    async sendOnce(id: string, key: string, body: unknown): Promise<{ status: number; body: unknown }> {
      const { baseUrl, apiKey } = service().ready
      const response = await fetch(`${baseUrl}/api/v1/conversations/${id}/messages/`, {
        method: 'POST',
        headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: await response.json() }
    },
    messagesOf: async (id: string) => pageOf(await api('GET', `/conversations/${id}/messages/`)),
    /** Returns the provider's copies of a message, found by its callback data. */
    sentFor,
    /** Waits until the provider has reported a message as delivered. Returns its provider id. */
    whenDelivered: (messageId: string) =>
      vi.waitFor(() => {
        const [sent] = sentFor(messageId)
        const isReported = service().provider.webhooks.some(
          ({ body, delivered }) => delivered && body.includes(messageId) && body.includes('"status":"delivered"'),
        )
        if (!isReported || !sent) throw new Error(`${messageId} is not delivered yet`)
        return sent.id
      }, 30_000),
    /** Posts one change of the provider about the demo's number. Returns the status. */
    async postChange(field: string, more: object): Promise<number> {
      const value = { metadata: { phone_number_id: service().ready.numbers[0]?.phoneNumberId }, ...more }
      const envelope = { object: 'whatsapp_business_account', entry: [{ changes: [{ field, value }] }] }
      return (await service().provider.postWebhook(envelope, { retry: false })).status
    },
  }
}
