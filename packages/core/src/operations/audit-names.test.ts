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
const agent = { organizationId: 'o', id: 'a', name: 'Reception', version: 1, size: 1, createdAt: 0 }

test('entries without a name have the name of their agent now', async () => {
  await AgentEntity.put(agent).go()
  await record('upload', 'agent', 'a')
  await record('update', 'agent', 'a', 'Old name')
  await record('delete', 'agent', 'deleted')
  expect(await names()).toEqual({ upload: 'Reception', update: 'Old name', delete: null })
})

test('objects of another organisation have no name', async () => {
  await AgentEntity.put({ ...agent, organizationId: 'p' }).go()
  await record('upload', 'agent', 'a')
  expect(await names()).toEqual({ upload: null })
})
