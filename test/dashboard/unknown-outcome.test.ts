// @module-tag full

import { randomUUID } from 'node:crypto'
import { listAuditLog } from '@replywright/contract/audit-log.ts'
import { dashboardEndpoints as contract } from '@replywright/contract/dashboard/endpoints.ts'
import { UNCONFIRMED_AFTER_MS } from '@replywright/contract/dashboard/thread.ts'
import { MessageEntity } from '@replywright/core/conversations/messages/message-entity.ts'
import { callbackData } from '@replywright/core/conversations/messages/message-ids.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAsAdministrator } from '../support/administrator.ts'
import { chats, text } from '../support/chats.ts'
import { freshCustomer, idOf, startTestService } from '../support/service.ts'
import { addMember, organizationOf } from './people.ts'
import { type DashboardSession, signInToDashboard } from './session.ts'
import { bodyOf } from './webhooks.ts'

let service: Service
let demo: DashboardSession
let organizationId: string
beforeAll(async () => {
  service = await startTestService()
  demo = await signInToDashboard(service)
  organizationId = (await organizationOf(demo)).id
})
afterAll(() => service?.stop())

const { openConversation, postChange, sentFor } = chats(() => service)

const post = (id: string, path: string, body: object) => demo.call('POST', `/v1/conversations/${id}/${path}/`, body)
const mark = (id: string, messageId: string, outcome: string) => post(id, 'mark', { messageId, outcome })
const resend = (id: string, messageId: string) => post(id, 'resend', { messageId })

const conflictOf = (reason: string) => ({ status: 409, body: { code: 'conflict', reason } })
const KNOWN = conflictOf('outcome_known')
const PENDING = conflictOf('outcome_pending')

async function shown(id: string, messageId: string) {
  const thread = await demo.call('GET', `/v1/conversations/${id}/thread/?`)
  return bodyOf(contract['conversations/thread'], thread).messages.find((message) => message.id === messageId)
}

/** Sends a message that the provider does not confirm. `ageMs` is its age. */
async function unknown(ageMs = UNCONFIRMED_AFTER_MS) {
  const to = freshCustomer()
  const id = await openConversation(to)
  service.provider.failNext({ to, html: 'Bad gateway' })
  const messageId = idOf(await post(id, 'messages', text('are you there?')))
  expect(await shown(id, messageId)).toMatchObject({ status: null, error: { code: 'outcome_unknown' }, marked: null })
  actAsAdministrator(service)
  await MessageEntity.patch({ organizationId, conversationId: id, id: messageId })
    .set({ takenAt: Date.now() - ageMs })
    .go()
  return { id, messageId }
}

async function report(id: string, messageId: string, status: string): Promise<void> {
  const biz_opaque_callback_data = callbackData({ conversationId: id, messageId })
  const reported = { id: `wamid.${messageId}`, status, timestamp: '1', biz_opaque_callback_data }
  expect(await postChange('messages', { statuses: [reported] })).toBe(200)
}

test('is neither sent again nor marked while the provider may still report it', async () => {
  const { id, messageId } = await unknown(UNCONFIRMED_AFTER_MS - 60_000)
  expect(await mark(id, messageId, 'delivered')).toMatchObject(PENDING)
  expect(await resend(id, messageId)).toMatchObject(PENDING)
  expect(sentFor(messageId)).toHaveLength(0)
})

test('is sent once by concurrent requests to send it again', async () => {
  const { id, messageId } = await unknown()
  const answers = await Promise.all([1, 2, 3].map(() => resend(id, messageId)))
  for (const answer of answers) expect([201, 409]).toContain(answer.status)
  expect(answers.map(({ status }) => status)).toContain(201)
  expect(sentFor(messageId)).toHaveLength(1)
  const reported = expect.toBeOneOf(['sent', 'delivered', 'read'])
  expect(await shown(id, messageId)).toMatchObject({ status: reported, error: null })
  expect(await resend(id, messageId)).toMatchObject(KNOWN)
  expect(await mark(id, messageId, 'failed')).toMatchObject(KNOWN)
})

test('can be marked as delivered, which the thread and the audit log show', async () => {
  const { id, messageId } = await unknown()
  const by = { kind: 'user', name: service.ready.email, isYou: true }
  const marked = { status: 'delivered', error: null, marked: { by, at: expect.any(String) } }
  expect(await mark(id, messageId, 'delivered')).toMatchObject({ status: 200, body: { id: messageId, ...marked } })
  expect(await shown(id, messageId)).toMatchObject(marked)
  expect(await mark(id, messageId, 'failed')).toMatchObject(KNOWN)
  expect(await resend(id, messageId)).toMatchObject(KNOWN)
  expect(sentFor(messageId)).toHaveLength(0)
  const log = bodyOf(listAuditLog, await demo.call('GET', '/v1/audit-log/?object=conversation'))
  expect(log.results).toContainEqual(expect.objectContaining({ action: 'mark', objectId: id, outcome: 'done' }))
})

test('can be marked as not delivered, and is then sent again under another id', async () => {
  const { id, messageId } = await unknown()
  expect(await mark(id, messageId, 'failed')).toMatchObject({
    status: 200,
    body: { status: 'failed', error: { code: 'marked_failed' }, marked: { by: { isYou: true } } },
  })
  const again = await resend(id, messageId)
  expect(again).toMatchObject({ status: 201, body: { text: 'are you there?', marked: null } })
  expect(idOf(again)).not.toBe(messageId)
  expect(sentFor(messageId)).toHaveLength(0)
})

test.each([
  ['delivered', 'sent', 'delivered', true],
  ['delivered', 'failed', 'failed', false],
  ['failed', 'sent', 'sent', false],
  ['failed', 'read', 'read', false],
])('marked as %s, then reported as %s: is %s', async (outcome, reported, status, isMarked) => {
  const { id, messageId } = await unknown()
  await mark(id, messageId, outcome)
  await report(id, messageId, reported)
  const message = await shown(id, messageId)
  expect(message?.status).toBe(status)
  expect(message?.marked !== null).toBe(isMarked)
  if (status !== 'failed') expect(message?.error).toBeNull()
})

test('of a mark and a resend at the same moment one wins', async () => {
  for (let run = 0; run < 5; run++) {
    const { id, messageId } = await unknown()
    const [marked, resent] = await Promise.all([mark(id, messageId, 'delivered'), resend(id, messageId)])
    const won = marked.status === 200
    expect([marked.status, resent.status]).toEqual(won ? [200, 409] : [409, 201])
    expect((won ? resent : marked).body).toMatchObject({
      code: 'conflict',
      reason: expect.stringMatching(/^outcome_(known|pending)$/),
    })
    expect(sentFor(messageId)).toHaveLength(won ? 0 : 1)
    expect((await shown(id, messageId))?.marked === null).toBe(!won)
  }
})

test('viewers and other organisations change nothing', async () => {
  const { id, messageId } = await unknown()
  const viewer = await addMember(service, `${randomUUID()}@viewers.example.com`, organizationId, 'viewer')
  const here = { 'X-Organization-Id': organizationId }
  const other = await signInToDashboard(service, service.otherUser)
  for (const [path, body] of [
    ['mark', { messageId, outcome: 'failed' }],
    ['resend', { messageId }],
  ] as const) {
    const at = `/v1/conversations/${id}/${path}/`
    expect(await viewer.call('POST', at, body, here)).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    })
    expect(await other.call('POST', at, body)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
  expect(await mark(id, randomUUID(), 'failed')).toMatchObject({ status: 404 })
  expect(await mark(id, messageId, 'read')).toMatchObject({ status: 400, body: { details: [{ path: 'outcome' }] } })
  expect(await shown(id, messageId)).toMatchObject({ status: null, marked: null })
})
