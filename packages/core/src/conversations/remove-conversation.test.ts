import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test } from 'vitest'
import { ContactAliasEntity } from './find-or-create.ts'
import { endOfConversation, removeConversation } from './remove-conversation.ts'

const dynamodb = mockClient(DynamoDBDocumentClient)
afterAll(() => dynamodb.restore())

const NOW = 1_795_167_600_000
const SECONDS = NOW / 1000
const DAY = 86_400

test.each([
  ['the retention after it was created', {}, 0, SECONDS + 10 * DAY],
  ['the retention after its last message', { lastMessageAt: NOW + 5000 }, 0, SECONDS + 5 + 10 * DAY],
  ['a message from before the retention was shortened', {}, SECONDS + 30 * DAY, SECONDS + 30 * DAY],
  ['a schedule of its service window', { armed: NOW + 11 * DAY * 1000 }, 0, SECONDS + 11 * DAY],
  ['a takeover', { humanTakeoverUntil: NOW + 12 * DAY * 1000 }, 0, SECONDS + 12 * DAY],
])('a conversation is retained for %s', (_, conversation, messagesUntil, expected) => {
  expect(endOfConversation({ createdAt: NOW, ...conversation }, messagesUntil, 10)).toBe(expected)
})

const CONTACT = '447700900200'
const number = {
  organizationId: 'o',
  id: 'n',
  phoneNumberId: '1',
  number: '447700900100',
  sandbox: false,
  connectedAt: 0,
}
const conversation = {
  ...{ organizationId: 'o', id: '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11', phoneNumberId: '1', msgNumber: number.number },
  ...{ contactNumber: CONTACT, contactName: '', sessionId: 's', routingVersion: 0, inboundSeq: 0, lastMessage: '' },
  createdAt: NOW,
}
const alias = (conversationId: string) => ({ numberId: number.id, contact: CONTACT, conversationId })

/** Removes the conversation while its customer's number is linked to `before`. Returns which links are deleted with it. */
async function deletedLinks(before: string | undefined): Promise<unknown> {
  dynamodb.reset()
  dynamodb
    .on(GetCommand)
    .resolves(before === undefined ? {} : { Item: ContactAliasEntity.put(alias(before)).params().Item })
  dynamodb.on(TransactWriteCommand).resolves({})
  await removeConversation(conversation, number)
  const items = dynamodb.commandCalls(TransactWriteCommand).flatMap(({ args }) => args[0].input.TransactItems ?? [])
  const { Key } = ContactAliasEntity.delete(alias('')).params()
  const [link] = items.flatMap(({ Delete }) => (Delete?.Key?.pk === Key.pk ? [Delete] : []))
  return link && [link.ConditionExpression, Object.values(link.ExpressionAttributeValues ?? {})]
}

test.each([
  ['is linked to it', conversation.id, conversation.id],
  ['is not linked', undefined, conversation.id],
  ['is linked to one that does not exist', 'gone', 'gone'],
])('a name that %s is not deleted if a message links it to another conversation meanwhile', async (_, before, only) => {
  expect(await deletedLinks(before)).toEqual([
    expect.stringMatching(/^\(?attribute_not_exists\(#conversationId\) OR #conversationId = :\w+\)?$/),
    [only],
  ])
})
