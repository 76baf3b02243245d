// @module-tag full
import { listAuditLog } from '@replywright/contract/audit-log.ts'
import { dashboardEndpoints } from '@replywright/contract/dashboard/endpoints.ts'
import { ConversationEntity } from '@replywright/core/conversations/conversation-entity.ts'
import { waitingEntry } from '@replywright/core/conversations/waiting-entry.ts'
import { derivedId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAsAdministrator } from '../support/administrator.ts'
import { chats, template, text } from '../support/chats.ts'
import { freshCustomer, startTestService } from '../support/service.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { bodyOf } from './webhooks.ts'

let service: Service
let demo: DashboardSession
beforeAll(async () => {
  service = await startTestService()
  demo = await signInToDashboard(service)
})
afterAll(() => service?.stop())

const PATIENCE = { timeout: 30_000, interval: 200 }

const { openConversation, send } = chats(() => service)
const organizationId = derivedId('demo organization', 'Demo')
const read = async (id: string) =>
  (await ConversationEntity.get({ organizationId, id }).go({ consistent: true })).data ?? expect.fail()

async function waitOf(id: string) {
  const { results } = bodyOf(dashboardEndpoints['conversations/waiting'], await demo.call('GET', '/v1/inbox/waiting/'))
  return results.find((one) => one.id === id)?.waiting
}

/** Ends a takeover as time does. */
async function endTakeover(id: string) {
  actAsAdministrator(service)
  await ConversationEntity.patch({ organizationId, id }).set({ humanTakeoverUntil: 1 }).go()
}

test('a customer who wrote during a takeover waits from the first message without a reply when it has ended', async () => {
  actAsAdministrator(service)
  const from = freshCustomer()
  const write = (body: string) => service.provider.sendAsCustomer({ from, text: body })
  const id = await openConversation(from)
  const since = new Date((await read(id)).lastInboundAt ?? 0).toISOString()
  // The endpoint of the demo hears of messages, and may reply to what is only stored.
  expect(await waitOf(id)).toBeUndefined()
  await ConversationEntity.patch({ organizationId, id }).set({ routing: 'agent' }).go()
  const takeOver = () => demo.call('POST', `/v1/conversations/${id}/takeover/`, { durationMinutes: 10 })
  expect((await takeOver()).status).toBe(200)
  await write('Hello?')
  await write('Is anybody there?')
  expect(await waitOf(id)).toBeUndefined()
  await endTakeover(id)
  expect(await waitOf(id)).toEqual({ kind: 'unanswered', since, reason: null, failure: null })

  /** Ends a wait in the ways in which it can end. */
  const ends = [
    () => send(id, text('A program replies')),
    () => demo.call('POST', `/v1/conversations/${id}/messages/`, text('A member replies')),
    () => demo.call('POST', `/v1/conversations/${id}/messages/`, template()),
    () => write('STOP'),
    () => demo.call('POST', `/v1/conversations/${id}/handback/`, { contact: { phoneNumber: '', name: '' } }),
    () => demo.call('POST', `/v1/conversations/${id}/done/`, { isDone: true }),
  ]
  for (const end of ends) {
    await takeOver()
    await write('One more thing')
    await end()
    await endTakeover(id)
    expect(await waitOf(id)).toBeUndefined()
    expect(await read(id)).not.toHaveProperty('waitingIn')
  }
})

test('after a person has replied to a request, the agent is silent and the wait begins with the next message', async () => {
  actAsAdministrator(service)
  const from = freshCustomer()
  const id = await openConversation(from)
  await ConversationEntity.patch({ organizationId, id }).set({ routing: 'agent' }).go()
  const since = Date.now() - 60_000
  const { waitingIn, waitingAt } = waitingEntry(await read(id), since)
  const handoff = { id: 'e', reason: 'Asks for a refund', summary: '', agentId: 'a', since }
  await ConversationEntity.patch({ organizationId, id }).set({ handoff, waitingIn, waitingAt }).go()
  expect(await waitOf(id)).toMatchObject({ kind: 'asked', reason: 'Asks for a refund' })
  expect((await send(id, text('A shipment notice'))).status).toBe(201)
  // A program does not reply for a person who was asked for.
  expect(await waitOf(id)).toMatchObject({ kind: 'asked' })
  expect((await demo.call('POST', `/v1/conversations/${id}/messages/`, text('Which one?'))).status).toBe(201)
  expect(await waitOf(id)).toBeUndefined()
  await service.provider.sendAsCustomer({ from, text: 'The red one' })
  const { lastInboundAt = 0 } = await read(id)
  expect(await waitOf(id)).toEqual({
    kind: 'unanswered',
    since: new Date(lastInboundAt).toISOString(),
    reason: 'Asks for a refund',
    failure: null,
  })
})

test('an agent that was connected after a customer wrote answers when a member asks for it', async () => {
  actAsAdministrator(service)
  const id = await openConversation(freshCustomer())
  const ask = () => demo.call('POST', `/v1/conversations/${id}/answer/`)
  expect(await ask()).toMatchObject({ status: 409 })
  await ConversationEntity.patch({ organizationId, id }).set({ routing: 'agent', agentId: service.ready.agent.id }).go()
  expect(await ask()).toMatchObject({ status: 204 })
  await expect
    .poll(async () => {
      const thread = await demo.call('GET', `/v1/conversations/${id}/thread/?`)
      return bodyOf(dashboardEndpoints['conversations/thread'], thread).messages.map(({ role }) => role)
    }, PATIENCE)
    .toContain('assistant')
  // Everything is answered.
  await expect.poll(async () => (await ask()).status, PATIENCE).toBe(409)
  const log = await demo.call('GET', '/v1/audit-log/?object=conversation')
  expect(bodyOf(listAuditLog, log).results).toContainEqual(
    expect.objectContaining({ action: 'request_answer', objectId: id, outcome: 'done' }),
  )
})
