import type { AuditAction, AuditObject } from '@replywright/contract/audit.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { memoryTable } from '../../../../test/support/memory-table.ts'
import { AgentEntity } from '../agents/agent-entity.ts'
import { ConversationEntity } from '../conversations/conversation-entity.ts'
import { recordEvents } from '../platform/audit/audit-log.ts'
import { viewNamedAuditLog } from './audit-names.ts'

const table = memoryTable()
afterAll(() => table.restore())
beforeEach(() => table.clear())

async function names(organizationId = 'o') {
  const { results } = await viewNamedAuditLog(organizationId, { limit: 50 }, Date.now())
  return Object.fromEntries(results.map(({ action, objectName }) => [action, objectName]))
}
const record = async (action: AuditAction, object: AuditObject, objectId: string, objectName?: string) =>
  await recordEvents([
    { organizationId: 'o', action, object, objectId, ...(objectName !== undefined && { objectName }) },
  ])
const conversation = {
  organizationId: 'o',
  phoneNumberId: '1',
  msgNumber: '447700900100',
  contactName: '',
  sessionId: 's',
  routingVersion: 0,
  inboundSeq: 0,
  lastMessage: '',
  createdAt: 0,
  customerId: 'k',
  listShard: 0,
  listedAt: 0,
}

test('entries without a name have the name of their agent or customer now', async () => {
  await AgentEntity.put({ organizationId: 'o', id: 'a', name: 'Reception', version: 1, size: 1, createdAt: 0 }).go()
  await ConversationEntity.put({ ...conversation, id: 'c1', contactName: 'José', contactNumber: '447700900200' }).go()
  await ConversationEntity.put({ ...conversation, id: 'c2', contactNumber: '447700900201' }).go()
  await record('upload', 'agent', 'a')
  await record('update', 'agent', 'a', 'Old name')
  await record('send', 'conversation', 'c1')
  await record('take_over', 'conversation', 'c2')
  await record('hand_back', 'conversation', 'erased')
  expect(await names()).toEqual({
    upload: 'Reception',
    update: 'Old name',
    send: 'José',
    take_over: '+447700900201',
    hand_back: null,
  })
})

test('objects of another organisation have no name', async () => {
  await ConversationEntity.put({ ...conversation, organizationId: 'p', id: 'c1', contactName: 'José' }).go()
  await record('send', 'conversation', 'c1')
  expect(await names()).toEqual({ send: null })
})
