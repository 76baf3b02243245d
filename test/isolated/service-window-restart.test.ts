// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '@replywright/local/start-service.ts'
import { type Receiver, startReceiver } from '@replywright/simulators/receiver/receiver.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { windowWorld } from '../deliveries/window-world.ts'
import { chats } from '../support/chats.ts'
import { envelopeOf, freshCustomer, startTestService } from '../support/service.ts'

const HOUR = 3_600_000
const EXPIRING = 'subscription.service_window.expiring'

let dataDir: string
let receiver: Receiver
let service: Service
const start = async () => {
  service = await startTestService({ DATA_DIR: dataDir, DEMO_WEBHOOK_URL: `${receiver.url}/first` })
  receiver.setSecret('/first', service.ready.webhook.secret)
}
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'replywright-windows-'))
  receiver = await startReceiver()
  await start()
  await connectEarlier()
})
afterAll(async () => {
  await service?.stop()
  await receiver?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const { api, newConversation } = chats(() => service)
const { connectEarlier, eventsFor, schedulesOf, whenState } = windowWorld(() => service)

test('a schedule fires without a request, also after a restart of the service', async () => {
  const customer = freshCustomer()
  const id = await newConversation(customer)
  const { webhook } = service.ready
  await api('POST', `/conversations/${id}/subscribe/`, { webhookId: webhook.id })
  const openedAt = (Math.floor(Date.now() / 1000) - (23 * 3600 - 10)) * 1000
  const message = { from: customer, text: 'Hello', timestamp: openedAt / 1000 }
  expect(await service.provider.sendAsCustomer(message)).toMatchObject({ status: 200 })
  const expiringAt = openedAt + 23 * HOUR
  await whenState(id, ({ armed }) => armed !== undefined)
  await service.stop()
  await start()
  const expiring = await receiver.next(({ event, json }) => event === EXPIRING && JSON.stringify(json).includes(id))
  expect(envelopeOf(expiring)).toMatchObject({ event: EXPIRING, timestamp: new Date(expiringAt).toISOString() })
  const next = `at(${new Date(expiringAt + HOUR).toISOString().slice(0, 19)})`
  await vi.waitFor(async () => expect(await schedulesOf(id)).toMatchObject([{ ScheduleExpression: next }]), 30_000)
  expect(await eventsFor(webhook.id, id)).toEqual([EXPIRING])
})
