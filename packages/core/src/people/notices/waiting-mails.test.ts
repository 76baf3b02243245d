import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test, vi } from 'vitest'
import { newId } from '../../platform/clock.ts'
import { MembershipEntity } from '../members/membership-entity.ts'
import { UserEntity } from '../users/user-entity.ts'
import { mailWaiting, waitingMail } from './waiting-mails.ts'

const [dynamodb, ses] = [mockClient(DynamoDBDocumentClient), mockClient(SESv2Client)]
vi.stubEnv('MAIL_FROM', 'service@example.com')
afterAll(() => {
  dynamodb.restore()
  ses.restore()
  vi.unstubAllEnvs()
})

const customer = { organizationId: 'o', conversationId: '1', name: 'Alex\r\nBcc: all@example.com', reason: 'A refund' }

test('a name cannot add headers, and the link leads to the conversation', () => {
  const { subject, text } = waitingMail(customer, false, 'https://dashboard.example.com')
  expect(subject).toBe('Customer “Alex Bcc all example com” waits for a person')
  expect(text).toContain('Reply: https://dashboard.example.com/conversations/1?organization=o')
  expect(text).not.toContain('no more')
})

test('the last mail of an hour says so, and a customer may have no name', () => {
  expect(waitingMail({ ...customer, name: ' ' }, true, undefined)).toEqual({
    subject: 'A customer waits for a person',
    text: [
      'A customer waits for a person.',
      'Reason, in the words of the agent or the customer: “A refund”',
      'You got 20 of these mails within an hour, and get no more in this hour.',
    ].join('\n\n'),
  })
})

test('a member gets 20 mails in an hour, the 20th says that it is the last, and the next hour begins anew', async () => {
  const hour = 400_000
  const member = { organizationId: 'o', userId: 'u', joinedAt: 0, wantsWaitingMail: true }
  const user = { id: 'u', email: 'alex@example.com', organizationIds: ['o'], createdAt: 0 }
  dynamodb.on(QueryCommand).resolves({ Items: [MembershipEntity.create(member).params().Item] })
  dynamodb.on(GetCommand).resolves({ Item: UserEntity.create({ ...user, subject: 's' }).params().Item })
  const stored = { hour: hour - 1, mails: 3, mail: '' }
  // A counter with the conditions of the two writes.
  dynamodb.on(UpdateCommand).callsFake(({ UpdateExpression, ExpressionAttributeValues }: UpdateCommandInput) => {
    const { ':waitingMailHour0': wanted, ':waitingMails0': limit, ...values } = ExpressionAttributeValues ?? {}
    const counts = UpdateExpression?.includes('ADD ')
    const isSame = stored.mail.startsWith(values[':waitingMail0'])
    if (counts ? stored.hour !== wanted || stored.mails >= limit || isSame : stored.hour >= wanted)
      throw Object.assign(new Error('refused'), { name: 'ConditionalCheckFailedException' })
    const mail = values[':waitingMail_u0']
    Object.assign(stored, counts ? { mails: stored.mails + 1, mail } : { hour: wanted, mails: 1, mail })
    return { Attributes: { ...MembershipEntity.create(member).params().Item, waitingMails: stored.mails } }
  })
  const lastMail = () => ses.commandCalls(SendEmailCommand).at(-1)?.args[0].input.Content?.Simple?.Body?.Text?.Data
  const mailed = async (count: number, at: number) => {
    for (let index = 0; index < count; index++) {
      const waiting = { ...customer, conversationId: newId() }
      // Two parts of a reply fail together.
      await Promise.all([waiting, waiting].map((each) => mailWaiting('o', each, at * 3_600_000)))
    }
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
