import { expect, test } from 'vitest'
import { judgeRequest } from './judge-request.ts'

type Messages = Parameters<typeof judgeRequest>[2]
type Read = Messages[number]

const REPLY = { kind: 'reply' } as const
const customer = (id: string, more: Partial<Read> = {}): Read => ({ id, direction: 'inbound', type: 'text', ...more })
const sent = (id: string, more: Partial<Read> = {}): Read => ({ id, direction: 'outbound', type: 'text', ...more })

test.each<[string, Messages, string[]]>([
  ['a message that was only stored', [customer('1')], ['1']],
  ['several of them, newest first', [customer('2'), customer('1')], ['2', '1']],
  ['only those since the last answer', [customer('3'), sent('2', { status: 'delivered' }), customer('1')], ['3']],
  ['those before an answer that did not arrive', [sent('2', { status: 'failed' }), customer('1')], ['1']],
  ['a message that a turn left without a reply', [customer('1', { turnId: '1' })], ['1']],
  ['none that another turn answers', [customer('2'), customer('1', { turnId: '0' })], ['2']],
  ['no reaction', [customer('2', { type: 'reaction' }), customer('1')], ['1']],
])('the agent answers %s', (_, messages, ids) => {
  expect(judgeRequest(REPLY, true, messages)).toEqual({ kind: 'start', ids })
})

test('an agent whose model has failed is tried at once', () => {
  expect(judgeRequest({ kind: 'later', until: 1 }, true, [customer('1')]).kind).toBe('start')
})

test.each<[string, Parameters<typeof judgeRequest>, string]>([
  ['no agent is connected', [REPLY, false, [customer('1')]], 'Connect an agent'],
  ['a webhook receives the messages', [{ kind: 'none', reason: 'routed_away' }, true, [customer('1')]], 'Connect an'],
  ['a person has taken over', [{ kind: 'none', reason: 'human_takeover' }, true, [customer('1')]], 'Hand it back'],
  ['the agent asked for a person', [{ kind: 'none', reason: 'human_needed' }, true, [customer('1')]], 'Hand the'],
  ['the window is closed', [{ kind: 'none', reason: 'window_closed' }, true, [customer('1')]], 'Send a template'],
  ['everything is answered', [REPLY, true, [sent('2'), customer('1')]], 'No message'],
  ['nobody has written', [REPLY, true, []], 'No message'],
  ['a turn has answered', [REPLY, true, [customer('1', { turnId: '1', answeredAt: 5 })]], 'No message'],
])('it is refused if %s', (_, facts, reason) => {
  expect(judgeRequest(...facts)).toEqual({ kind: 'refuse', reason: expect.stringContaining(reason) })
})
