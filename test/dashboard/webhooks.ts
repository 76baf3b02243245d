import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { forUsers } from '@replywright/contract/endpoint.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { expect, vi } from 'vitest'
import { type ApiResponse, freshCustomer } from '../support/service.ts'
import type { DashboardSession } from './session.ts'

export const WAIT = { timeout: 60_000, interval: 200 }

const contract = dashboardEndpoints

/** Returns the body of a successful response, parsed with the endpoint's contract. */
export function bodyOf<E extends Endpoint>(endpoint: E, { status, body }: ApiResponse): v.InferOutput<E['response']> {
  expect({ status, body }).toMatchObject({ status: endpoint.status })
  return v.parse<E['response']>(endpoint.response, body)
}

/** Returns functions for the demo's webhooks. */
export function webhooksOf(service: Service, demo: DashboardSession) {
  const url = () => service.ready.webhook.url
  const input = (more: object = {}) => ({
    name: 'Orders',
    url: url().replace('/demo', '/orders'),
    events: ['message.received'],
    numbers: [],
    ...more,
  })
  return {
    url,
    input,
    async createWebhook(more: object = {}) {
      return bodyOf(contract['webhooks/create'], await demo.call('POST', '/v1/webhooks/', input(more)))
    },
    /** Waits until the delivery has a status, and returns it. */
    async deliveryOnce(id: string, status: string) {
      return await vi.waitFor(async () => {
        const delivery = bodyOf(
          forUsers(endpoints['webhook-deliveries/get']),
          await demo.call('GET', `/v1/webhook-deliveries/${id}/`),
        )
        expect(delivery).toMatchObject({ status })
        return delivery
      }, WAIT)
    },
    /** Returns the id of the delivery. */
    async sendTest(webhookId: string): Promise<string> {
      const response = await demo.call('POST', `/v1/webhooks/${webhookId}/test/`)
      return bodyOf(endpoints['webhooks/send-test-event'], response).deliveryId
    },
    /** Sends a customer message to the demo number. */
    async write(text: string, from = freshCustomer(), name = 'Customer'): Promise<void> {
      const response = await fetch(`${service.ready.providerUrl}/simulator/customers/${from}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, text }),
      })
      expect(response.ok).toBe(true)
    },
  }
}
