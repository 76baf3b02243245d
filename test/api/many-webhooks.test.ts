// @module-tag full
import { MOST_WEBHOOKS } from '@replywright/contract/dashboard/webhooks.ts'
import { endpoints } from '@replywright/contract/endpoints.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signInToDashboard } from '../dashboard/session.ts'
import { WAIT, webhooksOf } from '../dashboard/webhooks.ts'
import { chats, text } from '../support/chats.ts'
import { freshCustomer, idOf, startTestService } from '../support/service.ts'

const EVENTS = ['message.sent', 'message.status.sent']

let service: Service
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.stop())

const { api, messagesOf, openConversation, postChange, send } = chats(() => service)

/** Waits until each webhook has one delivery of each event of a message. */
async function untilReported(messageId: string): Promise<void> {
  for (const event of EVENTS)
    await vi.waitFor(async () => {
      const path = `/webhook-deliveries/?messageId=${messageId}&event=${event}&limit=100`
      const { results } = v.parse(endpoints['webhook-deliveries/list'].response, (await api('GET', path)).body)
      expect(new Set(results.map(({ webhookId }) => webhookId)).size).toBe(MOST_WEBHOOKS)
      expect(results).toHaveLength(MOST_WEBHOOKS)
    }, WAIT)
}

test('as many webhooks as an organisation can have receive two events of a message', async () => {
  const demo = await signInToDashboard(service)
  const { createWebhook } = webhooksOf(service, demo)
  const { webhooks } = service.ready
  for (const { id } of webhooks)
    expect((await api('PATCH', `/webhooks/${id}/`, { events: EVENTS, numbers: 'all' })).status).toBe(200)
  for (let count = webhooks.length; count < MOST_WEBHOOKS; count++)
    await createWebhook({ name: `Webhook ${count}`, events: EVENTS, numbers: 'all' })

  const customer = freshCustomer()
  const id = await openConversation(customer)
  const sent = await send(id, text('to everybody'))
  expect(sent.status).toBe(201)
  await untilReported(idOf(sent))

  const message = {
    from: service.ready.numbers[0]?.number,
    to: customer,
    id: `wamid.echo-${customer}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body: 'from the phone' },
  }
  const echo = () => postChange('smb_message_echoes', { message_echoes: [message] })
  expect([await echo(), await echo()]).toEqual([200, 200])
  const echoed = (await messagesOf(id)).results.find(({ text: body }) => body === 'from the phone')
  expect(echoed).toMatchObject({ status: 'sent' })
  await untilReported(String(echoed?.id))
})
