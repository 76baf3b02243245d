import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test } from 'vitest'
import { LinkSessionEntity } from './link-session-entity.ts'
import { listLinkSessions } from './link-sessions.ts'

const dynamodb = mockClient(DynamoDBDocumentClient)
afterAll(() => dynamodb.restore())

test('an offset far into a long list reads at most 1000 sessions and those of the page', async () => {
  const caller = { userId: 'u', organizationId: 'o', role: 'admin', permission: 'full', groups: [] } as const
  const urls = { successUrl: 'https://a.example', returnUrl: 'https://b.example' }
  const session = { tokenHash: 't', organizationId: 'o', id: 's', ...urls, status: 'PENDING', createdAt: 0 } as const
  const item = LinkSessionEntity.create({ ...session, expiresAt: 0 }).params().Item
  const { pk, sk, gsi1pk, gsi1sk } = item
  let read = 0
  dynamodb.on(QueryCommand).callsFake(({ Limit }) => {
    read += Limit
    return { Items: Array(Limit).fill(item), LastEvaluatedKey: { pk, sk, gsi1pk, gsi1sk } }
  })
  await expect(listLinkSessions(caller, { offset: 50_000, limit: 10 }, 0)).rejects.toMatchObject({ status: 400 })
  expect(read).toBe(1010)
})
