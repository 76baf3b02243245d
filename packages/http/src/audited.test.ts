import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { replayFailed } from '@messaging/contract/replays.ts'
import type { Caller } from '@messaging/core/platform/caller.ts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { audited } from './audited.ts'

vi.stubEnv('TABLE_NAME', 'table')
vi.stubEnv('AWS_REGION', 'eu-west-1')
const dynamodb = mockClient(DynamoDBDocumentClient)
beforeEach(() => dynamodb.reset())
afterAll(() => {
  dynamodb.restore()
  vi.unstubAllEnvs()
})

const caller: Caller = { userId: 'u', organizationId: 'o', role: 'admin', permission: 'full', groups: [] }

test.each([
  [true, 0],
  [false, 1],
])('a call with dryRun: %s has %i entries in the audit log', async (dryRun, entries) => {
  dynamodb.onAnyCommand().resolves({})
  const event = Object.assign(Object.create(null), { headers: {}, requestContext: { requestId: 'r', identity: {} } })
  const request = { caller, event, params: {}, body: { dryRun } }
  expect(await audited(replayFailed, request, async () => 'result')).toBe('result')
  expect(dynamodb.commandCalls(PutCommand)).toHaveLength(entries)
})
