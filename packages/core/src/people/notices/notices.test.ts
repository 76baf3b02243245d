import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { WebhookEntity } from '../../deliveries/webhooks/webhook-entity.ts'
import { UserEntity } from '../users/user-entity.ts'
import { sendNotice } from './notices.ts'

const [dynamodb, ses] = [mockClient(DynamoDBDocumentClient), mockClient(SESv2Client)]
vi.stubEnv('MAIL_FROM', 'service@example.com')
vi.spyOn(process.stdout, 'write').mockReturnValue(true)
beforeEach(() => {
  dynamodb.reset()
  ses.reset()
})
afterAll(() => {
  dynamodb.restore()
  ses.restore()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const NOW = 1_795_167_600_000
const WEBHOOK = {
  organizationId: 'o',
  id: 'w',
  userId: 'u',
  name: 'n',
  url: 'https://e',
  secret: 's',
  enabled: true,
  events: ['message.received' as const],
  createdAt: 1,
  noticeKind: 'failing' as const,
  noticeAt: NOW,
}
const USER = { id: 'u', subject: 's', email: 'alex@example.com', organizationIds: ['o'], createdAt: 0 }

test.each([
  ['is not written while another worker sends it', { noticeUntil: NOW + 1 }, 0, 0],
  ['is sent after the time of an interrupted worker', { noticeUntil: NOW }, 2, 1],
  ['is sent', {}, 2, 1],
])('a mail %s', async (_, change, writes, mails) => {
  const webhook = { ...WEBHOOK, ...change }
  dynamodb.on(GetCommand).resolves({ Item: UserEntity.create(USER).params().Item })
  dynamodb.on(UpdateCommand).resolves({ Attributes: WebhookEntity.put(webhook).params().Item })
  await sendNotice(webhook, NOW)
  expect(dynamodb.commandCalls(UpdateCommand)).toHaveLength(writes)
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(mails)
})
