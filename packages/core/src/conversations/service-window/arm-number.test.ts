import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { listByActivity } from '../list-by-activity.ts'
import { armNumber, newNumberArming } from './arm-number.ts'

vi.mock(import('../list-by-activity.ts'))
const dynamodb = mockClient(DynamoDBDocumentClient)
afterAll(() => dynamodb.restore())
beforeEach(() => {
  dynamodb.reset()
  dynamodb.on(PutCommand).resolves({})
})
const NOW = 1_795_167_600_000
const step = { organizationId: 'o', phoneNumberId: '1', since: NOW - 5000 }
const open = {
  organizationId: 'o',
  phoneNumberId: '1',
  msgNumber: '447700900100',
  customerId: 'u',
  contactName: '',
  sessionId: 's',
  routingVersion: 0,
  inboundSeq: 1,
  lastMessage: '',
  lastInboundAt: NOW - 60_000,
  createdAt: NOW,
}
const page = (nextCursor: string | null) => ({
  items: [
    { ...open, id: 'a' },
    { ...open, id: 'b' },
  ],
  nextCursor,
  looked: 2,
  backTo: undefined,
})
const put = () => dynamodb.commandCalls(PutCommand).map(({ args: [{ input }] }) => input.Item?.out.b)

test('requests the conversations of a page, and the next page under the same id if it is repeated', async () => {
  vi.mocked(listByActivity).mockResolvedValue(page('C'))
  await armNumber({ kind: 'arm-number', ...step }, NOW)
  const { since } = step
  expect(put().map((body) => JSON.parse(body))).toEqual([
    { kind: 'arm', organizationId: 'o', conversationId: 'a', since },
    { kind: 'arm', organizationId: 'o', conversationId: 'b', since },
    { kind: 'arm-number', ...step, cursor: 'C' },
  ])
  const ids = ['C', 'C', 'D'].map((cursor) => newNumberArming({ ...step, cursor }, NOW).id)
  expect(new Set(ids).size).toBe(2)
})

test('ends with the last page', async () => {
  vi.mocked(listByActivity).mockResolvedValue(page(null))
  await armNumber({ kind: 'arm-number', ...step, cursor: 'C' }, NOW)
  expect(put()).toHaveLength(2)
})

test('wants conversations with an open window, no schedule and no routing of their own', async () => {
  vi.mocked(listByActivity).mockResolvedValue(page(null))
  await armNumber({ kind: 'arm-number', ...step }, NOW)
  const [, , filter] = vi.mocked(listByActivity).mock.lastCall ?? []
  const isWanted = (change: object) => filter?.isWanted({ ...open, id: 'a', ...change })
  expect(isWanted({})).toBe(true)
  expect(isWanted({ phoneNumberId: '2' })).toBe(false)
  expect(isWanted({ lastInboundAt: NOW - 86_400_000 })).toBe(false)
  expect(isWanted({ armed: NOW + 1 })).toBe(false)
  expect(isWanted({ routing: 'agent' })).toBe(false)
  expect(isWanted({ routing: 'webhook', webhookId: 'w' })).toBe(false)
  expect(isWanted({ routing: 'webhook' })).toBe(true)
})
