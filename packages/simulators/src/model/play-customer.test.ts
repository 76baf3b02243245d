import { expect, test } from 'vitest'
import { playCustomer } from './play-customer.ts'

const tools = [{ type: 'function' as const, function: { name: 'end_conversation' } }]
const system = (goal: string, knows: string) =>
  `You play a customer who writes to a company in a chat.\n\nPersona: calm\nGoal: ${goal}\nKnows: ${knows}`
const talk = (...texts: string[]) => [
  { role: 'user' as const, content: '[Start]' },
  ...texts.map((content, index) =>
    index % 2 === 0 ? { role: 'assistant' as const, content, tool_calls: [] } : { role: 'user' as const, content },
  ),
]
const play = (goal: string, knows: string, ...texts: string[]) => {
  const reply = playCustomer({ messages: [{ role: 'system', content: system(goal, knows) }, ...talk(...texts)], tools })
  const [call] = reply?.toolCalls ?? []
  return call ? JSON.parse(call.arguments).outcome : reply?.text
}

test.each([
  ['begins with the goal', play('Learn the price', 'The blue one'), 'Learn the price'],
  ['says what it knows', play('Learn the price', 'The blue one', 'Hi', 'Of what?'), 'The blue one'],
  ['has a list of facts', play('Learn the price', '\n- one\n- two', 'a', 'b', 'c', 'd'), 'two'],
  ['repeats the last', play('Learn the price', '', 'a', 'b', 'c', 'd'), 'Learn the price'],
  ['reaches the goal', play('Learn the price', '', 'a', 'To learn: the PRICE is 3'), 'goal_reached'],
  ['follows its script', play('x y', '\n/say one\n/say two', 'one', 'b'), 'two'],
  ['follows a script in a list', play('x y', '\n- /say one\n- /say two', 'one', 'b'), 'two'],
  ['waits for a text', play('b', '\n/say one\n/until ABC', 'one', 'b'), 'one'],
  ['has its text', play('x', '\n/until ABC', 'one', 'xabcx'), 'goal_reached'],
  ['gives up', play('x', '\n/gives-up 2', 'one', 'b', 'two', 'd'), 'gave_up'],
  ['is patient', play('x', '\n/gives-up 2', 'one', 'b'), 'x'],
])('a played customer %s', (_, said, expected) => expect(said).toBe(expected))

test('other requests are not played', () => {
  expect(playCustomer({ messages: talk(), tools })).toBeUndefined()
  expect(playCustomer({ messages: [{ role: 'system', content: system('a', 'b') }], tools: [] })).toBeUndefined()
})
