import type { AuditAction, AuditObject } from '@replywright/contract/audit.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { memoryTable } from '../../../../test/support/memory-table.ts'
import { AgentEntity } from '../agents/agent-entity.ts'
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
const ID = '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11'
const agent = { organizationId: 'o', id: ID, name: 'Reception', version: 1, size: 1, createdAt: 0 }

test('entries without a name have the name of their agent now', async () => {
  await AgentEntity.put(agent).go()
  await record('upload', 'agent', ID)
  await record('update', 'agent', ID, 'Old name')
  await record('delete', 'agent', 'deleted')
  expect(await names()).toEqual({ upload: 'Reception', update: 'Old name', delete: null })
})

test('an entry of a request to a path that no object can have', async () => {
  await record('delete', 'agent', 'x'.repeat(3000))
  expect(await names()).toEqual({ delete: null })
})

test('objects of another organisation have no name', async () => {
  await AgentEntity.put({ ...agent, organizationId: 'p' }).go()
  await record('upload', 'agent', ID)
  expect(await names()).toEqual({ upload: null })
})
