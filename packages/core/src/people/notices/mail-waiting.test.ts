import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, expect, test, vi } from 'vitest'
import { MembershipEntity } from '../members/membership-entity.ts'
import { UserEntity } from '../users/user-entity.ts'
import { mailWaiting, waitingMail } from './mail-waiting.ts'

const dynamodb = mockClient(DynamoDBDocumentClient)
const ses = mockClient(SESv2Client)
afterEach(() => {
  dynamodb.reset()
  ses.reset()
  vi.unstubAllEnvs()
})

const customer = { conversationId: '1', name: 'Alex\r\nBcc: all@example.com', reason: 'A refund' }

test('a name cannot add headers, and the link leads to the conversation', () => {
  const { subject, text } = waitingMail(customer, false, 'https://dashboard.example.com')
  expect(subject).toBe('Alex Bcc: all@example.com waits for a person')
  expect(text).toContain('Reply: https://dashboard.example.com/conversations/1')
  expect(text).not.toContain('no more')
})

test('the last mail of an hour says so, and a customer may have no name', () => {
  expect(waitingMail({ ...customer, name: ' ' }, true, undefined)).toEqual({
    subject: 'A customer waits for a person',
    text: [
      'A customer waits for a person.',
      'Reason: A refund',
      'You got 20 of these mails within an hour, and get no more in this hour.',
    ].join('\n\n'),
  })
})

test('a member gets 20 mails in an hour, the 20th says that it is the last, and the next hour begins anew', async () => {
  vi.stubEnv('MAIL_FROM', 'service@example.com')
  const hour = 400_000
  const member = { organizationId: 'o', userId: 'u', joinedAt: 0, wantsWaitingMail: true }
  const user = { id: 'u', email: 'alex@example.com', organizationIds: ['o'], createdAt: 0 }
  dynamodb.on(QueryCommand).resolves({ Items: [MembershipEntity.create(member).params().Item] })
  dynamodb.on(GetCommand).resolves({ Item: UserEntity.create({ ...user, subject: 's' }).params().Item })
  const stored = { hour: hour - 1, mails: 3 }
  // A counter with the conditions of the two writes.
  dynamodb.on(UpdateCommand).callsFake(({ UpdateExpression, ExpressionAttributeValues }: UpdateCommandInput) => {
    const { ':waitingMailHour0': wanted, ':waitingMails0': limit } = ExpressionAttributeValues ?? {}
    const counts = UpdateExpression?.includes('ADD ')
    if (counts ? stored.hour !== wanted || stored.mails >= limit : stored.hour >= wanted)
      throw Object.assign(new Error('refused'), { name: 'ConditionalCheckFailedException' })
    Object.assign(stored, counts ? { mails: stored.mails + 1 } : { hour: wanted, mails: 1 })
    return { Attributes: { waitingMails: stored.mails } }
  })
  const lastMail = () => ses.commandCalls(SendEmailCommand).at(-1)?.args[0].input.Content?.Simple?.Body?.Text?.Data
  const mailed = async (count: number, at: number) => {
    for (let index = 0; index < count; index++) await mailWaiting('o', customer, at * 3_600_000)
    return ses.commandCalls(SendEmailCommand).length
  }
  expect(await mailed(19, hour)).toBe(19)
  expect(lastMail()).not.toContain('no more')
  expect(await mailed(1, hour)).toBe(20)
  expect(lastMail()).toContain('no more in this hour')
  expect(await mailed(1, hour)).toBe(20)
  expect(await mailed(1, hour + 1)).toBe(21)
  expect(lastMail()).not.toContain('no more')
})
