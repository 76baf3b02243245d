import type { ThreadMessage, ThreadPage } from '@replywright/contract/dashboard/thread.ts'
import { expect, test } from 'vitest'
import { aMessage } from '../chat/testing.ts'
import { firstThread, newerQuery, olderThan, type Thread, withNewer, withOlder, withSent } from './thread.ts'

const CONVERSATION: ThreadPage['conversation'] = {
  id: 'c',
  contact: { phoneNumber: '', name: '' },
  msgNumber: '',
  isSandbox: false,
  mode: 'agent',
  lastMessage: '',
  lastMessageAt: null,
  lastMessageBy: null,
  lastMessageType: null,
  lastActivityAt: '2026-11-21T12:00:00.000Z',
  inboundSeq: 0,
  unread: 0,
  window: { openUntil: null },
  takeover: { until: null },
  takenOverBy: null,
  waiting: null,
  isAgentPaused: false,
  writing: null,
  control: null,
  isDone: false,
  createdAt: '2026-11-21T12:00:00.000Z',
}
const message = (id: string, more: Partial<ThreadMessage> = {}): ThreadMessage => ({
  ...aMessage(id),
  media: [],
  author: null,
  marked: null,
  sessionId: null,
  position: id,
  ...more,
})
const sent = (id: string, status: ThreadMessage['status']) => message(id, { direction: 'outbound', status })
const page = (messages: readonly ThreadMessage[], hasMore = false): ThreadPage => ({
  conversation: CONVERSATION,
  messages: [...messages],
  events: [],
  hasMore,
})
const idsOf = ({ messages }: Thread) => messages.map(({ id }) => id)

test('merges newer and older messages in order, without duplicates', () => {
  const first = firstThread(page([message('4'), message('3')], true))
  const all = withOlder(withNewer(first, page([message('5'), message('4')])), page([message('2'), message('1')]))
  expect(idsOf(all)).toEqual(['1', '2', '3', '4', '5'])
  expect([first.hasOlder, all.hasOlder]).toEqual([true, false])
})

test('shows messages of one second as they arrived, and loads what is older than all of them', () => {
  const burst = [message('a', { position: '3' }), message('b', { position: '1' }), message('c', { position: '2' })]
  const thread = withNewer(firstThread(page(burst.slice(0, 2))), page(burst.slice(2)))
  expect(idsOf(thread)).toEqual(['b', 'c', 'a'])
  expect(olderThan(thread)).toBe('a')
})

test('asks for what is newer than the last seconds and the last message whose status is final', () => {
  const at = (second: number) => ({ createdAt: new Date(second * 1000).toISOString() })
  const after = (...messages: ThreadMessage[]) => newerQuery(firstThread(page(messages.toReversed()))).after
  expect(after(message('1', at(0)), sent('2', 'read'), message('3', at(3_000_000_000)))).toBe('2')
  expect(after(message('1', at(0)), sent('2', 'delivered'), message('3', at(3_000_000_000)))).toBe('1')
  expect(after(sent('1', 'sent'))).toBe('0')
  expect(after()).toBe('0')
  const old = { ...sent('00', 'sent'), ...at(0) }
  const many = Array.from({ length: 60 }, (_, index) => message(String(10 + index)))
  expect(after(old, ...many.slice(0, 9))).toBe('0')
  expect(after(old, ...many.slice(0, 10))).toBe('00')
  expect(after(...many)).toBe('29')
})

test('statuses only go forward, and unchanged messages stay the same objects', () => {
  const before = firstThread(page([sent('2', 'delivered'), message('1')]))
  expect(withNewer(before, page([sent('2', 'sent'), message('1')])).messages).toBe(before.messages)
  const read = withNewer(before, page([sent('2', 'read')]))
  expect(read.messages).toMatchObject([{ id: '1' }, { id: '2', status: 'read' }])
  expect(read.messages[0]).toBe(before.messages[0])
})

test('a failed message that is sent again is no longer failed', () => {
  const failed = firstThread(page([sent('1', 'failed')]))
  expect(withSent(failed, sent('1', 'sent')).messages).toMatchObject([{ status: 'sent' }])
  expect(withNewer(failed, page([sent('1', 'sent')])).messages).toMatchObject([{ status: 'sent' }])
})
