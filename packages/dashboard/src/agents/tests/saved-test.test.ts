import { expect, test } from 'vitest'
import { anonymizer, type Chat, savedTest } from './saved-test.ts'

const message = (id: string, text: string, more: Partial<Chat['messages'][number]> = {}): Chat['messages'][number] => ({
  id,
  direction: 'inbound',
  role: 'user',
  type: 'text',
  text,
  buttons: [],
  media: [],
  ...more,
})
const reply = (id: string, text: string) => message(id, text, { direction: 'outbound', role: 'assistant' })
const turn = (
  messageIds: string[],
  toolCalls: [string, string, string][] = [],
  agentIds = ['a'],
): Chat['turns'][number] => ({
  id: messageIds.join(),
  messageIds,
  status: 'answered',
  startedAt: '',
  failedAt: null,
  toolCalls: toolCalls.map(([name, args, result]) => ({ name, arguments: args, result, ran: true, agentId: 'a' })),
  agentIds,
  models: [],
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  usd: 0,
})

test('a chat becomes a test with the customer\u2019s turns, the results of tools, and what the agent did', () => {
  const chat = {
    agentId: 'a',
    messages: [
      message('1', 'Hello'),
      message('2', 'Where is order 7?'),
      reply('3', 'On its way.'),
      message('4', 'Look', { type: 'image' }),
      message('5', '', { type: 'audio', transcript: 'It is broken' }),
      reply('6', 'A colleague will reply.'),
      message('7', 'Yes', { type: 'interactive', buttons: [{ type: 'quick_reply', text: 'Yes', quickReplyId: 'y' }] }),
    ],
    turns: [
      turn(
        ['1', '2'],
        [
          ['find_order', '{"order":7}', '{"state":"sent"}'],
          ['find_order', '{"order":8}', 'none'],
          ['find_price', '{}', '\nHTTP 200 OK\n3 EUR\n'],
        ],
      ),
      turn(['4', '5'], [['ask_for_human', '{}', 'ok']]),
      turn(['7'], [['hand_off_to_b', '{}', 'ok']], ['a', 'b']),
    ],
  }
  expect(savedTest(chat, (text) => text)).toEqual({
    agent: 'a',
    runs: 1,
    tests: [
      {
        name: 'A saved conversation',
        tools: { find_order: { state: 'sent' }, find_price: 'HTTP 200 OK\n3 EUR' },
        turns: [
          {
            customer: 'Hello\nWhere is order 7?',
            expect: { calls: { find_order: { order: 8 }, find_price: {} }, says: 'On its way.' },
          },
          {
            customer: 'Look\nIt is broken',
            file: 'picture.jpg',
            expect: { asksForHuman: true, says: 'A colleague will reply.' },
          },
          { button: { id: 'y', text: 'Yes' }, expect: { handsOffTo: ['b'] } },
        ],
      },
    ],
  })
})

test('names, numbers and addresses of a customer are replaced in all texts, and ids of agents stay', () => {
  const clean = anonymizer('José Peña')
  expect(clean('I am josé, +34 612 345 678 or jose.p@shop.example.com; order A-1042')).toBe(
    'I am Alex, 447700900200 or alex@example.com; order A-1042',
  )
  expect(anonymizer('')('Hello')).toBe('Hello')
  const chat = { agentId: '44770090012345', messages: [message('1', 'Peña?')], turns: [turn(['1'])] }
  expect(savedTest(chat, clean)).toMatchObject({
    agent: '44770090012345',
    tests: [{ turns: [{ customer: 'Alex?', expect: {} }] }],
  })
})
