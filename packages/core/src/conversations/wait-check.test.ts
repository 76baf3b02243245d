import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { memoryTable } from '../../../../test/support/memory-table.ts'
import { NumberEntity } from '../channel/numbers/number-entity.ts'
import { MembershipEntity } from '../people/members/membership-entity.ts'
import { changeWaitingMail } from '../people/notices/waiting-mails.ts'
import { UserEntity } from '../people/users/user-entity.ts'
import { ConversationEntity } from './conversation-entity.ts'
import { markHumanNeeded } from './human-needed.ts'
import { MessageEntity, type MessageItem } from './messages/message-entity.ts'
import { checkWait, requestWaitCheck } from './wait-check.ts'
import { enterWaiting } from './waiting-entry.ts'

const NOW = Date.parse('2026-11-20T03:00:00Z')
const LATER = NOW + 15 * 60_000
const ID = '01998f2c-7a10-7c3e-9d54-6b1f0c2a8e01'
const CONVERSATION = {
  organizationId: 'o',
  id: ID,
  customerId: 'k',
  phoneNumberId: '1',
  msgNumber: '447700900100',
  contactNumber: '447700900200',
  contactName: 'Alex',
  sessionId: 's',
  routingVersion: 0,
  inboundSeq: 1,
  lastMessage: 'Hello?',
  listShard: 0,
  listedAt: 0,
  createdAt: 0,
}
const table = memoryTable()
const ses = mockClient(SESv2Client)
vi.stubEnv('MAIL_FROM', 'service@example.com')
vi.spyOn(process.stdout, 'write').mockReturnValue(true)
afterAll(() => {
  table.restore()
  ses.restore()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const caller = { organizationId: 'o', userId: 'u' }
const wants = async (wantsLongWaitMail: boolean) => await MembershipEntity.patch(caller).set({ wantsLongWaitMail }).go()
beforeEach(async () => {
  table.clear()
  ses.reset()
  await NumberEntity.put({
    organizationId: 'o',
    id: 'n',
    phoneNumberId: '1',
    number: '447700900100',
    accountId: 'a',
    sandbox: false,
    connectedAt: 0,
  }).go()
  await ConversationEntity.put(CONVERSATION).go()
  await MembershipEntity.put({ ...caller, joinedAt: 0, role: 'member' }).go()
  await UserEntity.put({ id: 'u', subject: 's', email: 'sam@example.com', organizationIds: ['o'], createdAt: 0 }).go()
})

const conversation = async () => {
  const { data } = await ConversationEntity.get({ organizationId: 'o', id: ID }).go()
  if (!data) throw new Error('the conversation does not exist')
  return data
}
const wait = async (since = NOW) => {
  const one = await conversation()
  await requestWaitCheck(one, since, since)
  await enterWaiting(one, since)
}
/** Returns the messages to the queue, with their delays. */
const checks = () =>
  table
    .all()
    .filter((item) => item._e === 'waitCheck')
    .map(({ out }) => ({ delay: Object(out).d, body: JSON.parse(String(Object(out).b)) }))
const check = async (now = LATER) => {
  for (const { body } of checks()) await checkWait(body, now)
}
const mails = () => ses.commandCalls(SendEmailCommand).map((call) => call.args[0].input.Content?.Simple)
const change = async (values: Partial<typeof CONVERSATION> & Record<string, unknown>) =>
  await ConversationEntity.put({ ...(await conversation()), ...values }).go()

test('a member who wants it gets one mail about a customer who has waited for 15 minutes', async () => {
  await wants(true)
  await wait()
  // What begins the wait is repeated.
  await wait()
  expect(checks()).toEqual([{ delay: 900, body: expect.objectContaining({ kind: 'wait', conversationId: ID }) }])
  await check()
  // The queue delivers a message twice.
  await check()
  expect(mails()).toMatchObject([
    {
      Subject: { Data: 'Customer “Alex” has waited for 15 minutes' },
      Body: { Text: { Data: expect.stringContaining('nobody has replied') } },
    },
  ])
})

test.each<[string, () => Promise<unknown>]>([
  ['a person replied', () => change({ settledSeq: 1 })],
  ['an agent replied', () => change({ answeredSeq: 1 })],
  ['a person has taken the conversation over', () => change({ humanTakeoverUntil: LATER + 1 })],
  ['somebody marked it as done', () => change({ doneSeq: 1 })],
  ['the customer waits anew, for which there is another check', () => change({ waitingAt: `${LATER}#${ID}` })],
  ['the member does not want it any more', () => wants(false)],
])('no mail is sent if %s', async (_, meanwhile) => {
  await wants(true)
  await wait()
  await meanwhile()
  await check()
  expect(mails()).toEqual([])
})

test('nothing is checked for an organisation without such a member, or on the sandbox number', async () => {
  await wait()
  await requestWaitCheck({ organizationId: 'o', id: ID, phoneNumberId: 'sandbox-1' }, NOW, NOW)
  expect(checks()).toEqual([])
})

test('the reason of a request for a person is in the mail, also for a member without the first mail', async () => {
  await wants(true)
  await markHumanNeeded(await conversation(), { originId: 't', reason: 'No answer', cause: 'unusable' }, NOW)
  expect(mails()).toEqual([])
  await check()
  expect(mails()).toMatchObject([{ Body: { Text: { Data: expect.stringContaining('No answer') } } }])
})

const MINUTE = 60_000
type Stored = Pick<MessageItem, 'direction' | 'type' | 'sentAt'> & Partial<MessageItem>
const at = (minutes: number) => NOW - minutes * MINUTE
const noticed = (minutes: number): Stored => ({ direction: 'inbound', type: 'system', sentAt: at(minutes) })
/** A message for the agent. */
const wrote = (minutes: number): Stored => ({ ...noticed(minutes), type: 'text', out: { q: 'turns', g: ID, b: '' } })
const replied = (minutes: number): Stored => ({
  ...noticed(minutes),
  type: 'text',
  turnId: 't',
  answeredAt: at(minutes),
})
const sent = (minutes: number, status: MessageItem['status']): Stored => ({
  ...noticed(minutes),
  type: 'text',
  direction: 'outbound',
  status,
})

async function store(messages: readonly Stored[]): Promise<void> {
  const inboundSeq = messages.filter(({ direction, type }) => direction === 'inbound' && type !== 'system').length
  await change({ inboundSeq })
  for (const [index, message] of messages.entries())
    await MessageEntity.put({
      organizationId: 'o',
      conversationId: ID,
      id: `m${index}`,
      waId: '',
      text: '',
      sessionId: 's',
      takenAt: message.sentAt,
      expiresAt: NOW,
      ...message,
    }).go()
}
const fail = async (now = NOW, reason = 'No answer') =>
  await markHumanNeeded(await conversation(), { originId: 't', reason, cause: 'unusable' }, now)

test.each<[string, readonly Stored[], number, number]>([
  ['since the first message without a reply', [sent(9, 'read'), wrote(3), wrote(2)], 3, 720],
  ['since the message whose reply was not delivered', [replied(3), sent(2, 'failed')], 3, 720],
  ['since now after a reply that arrived', [wrote(3), sent(2, 'delivered')], 0, 900],
  ['since now if a reaction came last', [wrote(3), sent(2, 'delivered'), { ...wrote(1), type: 'reaction' }], 0, 900],
  ['since the message after one that the agent needed not answer', [replied(9), wrote(3)], 3, 720],
  ['since the message after a notice of the provider', [noticed(9), wrote(3)], 3, 720],
  ['since now if the clock of the provider is ahead', [wrote(-1)], 0, 900],
  ['since more than 15 minutes, which is checked soon', [wrote(20)], 20, 60],
])('a customer whose agent fails waits %s', async (_, messages, minutes, delay) => {
  await wants(true)
  await store(messages)
  await fail()
  const { waitingAt, humanNeededSince } = await conversation()
  expect({ waitingAt, humanNeededSince }).toEqual({
    waitingAt: `${NOW - minutes * MINUTE}#${ID}`,
    humanNeededSince: NOW,
  })
  expect(checks()).toMatchObject([{ delay }])
})

test.each<[string, Record<string, unknown>]>([
  ['done', { doneSeq: 2 }],
  ['settled', { settledSeq: 2 }],
])('a wait does not begin with messages that are %s', async (_, changed) => {
  await store([wrote(9), wrote(8), wrote(3)])
  await change(changed)
  await fail()
  expect((await conversation()).waitingAt).toBe(`${at(3)}#${ID}`)
})

test('each failure of a wait has a check, and the wait has one mail', async () => {
  await wants(true)
  await store([wrote(3)])
  await fail()
  await change({ humanTakeoverUntil: LATER + 1 })
  await check()
  expect(mails()).toEqual([])
  // The takeover has ended without a reply, and the agent fails once more.
  await change({ humanTakeoverUntil: undefined })
  await fail(LATER, 'No answer again')
  expect((await conversation()).waitingAt).toBe(`${at(3)}#${ID}`)
  expect(checks()).toHaveLength(2)
  await check(LATER + MINUTE)
  await fail(LATER + 2 * MINUTE, 'No answer')
  await check(LATER + 3 * MINUTE)
  expect(mails()).toHaveLength(1)
})

test('a wait goes on if the agent fails again', async () => {
  await wait(NOW - 20 * MINUTE)
  await fail()
  expect((await conversation()).waitingAt).toBe(`${NOW - 20 * MINUTE}#${ID}`)
})

test('both mails are chosen apart from each other', async () => {
  const member = { ...caller, role: 'member', permission: 'full', groups: [] } as const
  expect(await changeWaitingMail(member, { wantsLongWaitMail: true })).toEqual({
    wantsMail: false,
    wantsLongWaitMail: true,
  })
  expect(await changeWaitingMail(member, { wantsMail: true })).toEqual({ wantsMail: true, wantsLongWaitMail: true })
})
