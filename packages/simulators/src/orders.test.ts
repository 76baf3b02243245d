import { expect, test } from 'vitest'
import { defaultReply } from './model/default-reply.ts'
import { asksForOrder, ORDER_TOOL, orderOf, sentenceOf } from './orders.ts'

test.each([
  ['Where is my order?', true],
  ['where’s my parcel', true],
  ["where's my order", true],
  ['Hi! Where is order A-1042?', true],
  ['order status', true],
  ['What’s the status of my order?', true],
  ['Can you track my package please', true],
  ['When will my order #A-1042 arrive?', true],
  ['Has my order shipped yet?', true],
  ['Where is order B-7?', false],
  ['Where is order 447700900123?', false],
  ['I want to order a package', false],
  ['Where is my refund?', false],
  ['Where is my order? 📦', false],
  ['Where is my order, please cancel it?', false],
  ['Hello', false],
])('%j asks for the order: %s', (text, expected) => {
  expect(asksForOrder(text)).toBe(expected)
})

test('an order has a sentence, and other results have none', () => {
  expect(sentenceOf(JSON.stringify(orderOf('447700900200')))).toBe('Order A-1042 is on its way.')
  expect(sentenceOf('{"error":"no order"}')).toBeUndefined()
})

const tool = (name: string) => ({ type: 'function' as const, function: { name } })
const question = { role: 'user' as const, content: 'Where is my order?' }

test('the model calls the tool for the question, and then says the order', () => {
  const tools = [tool(ORDER_TOOL)]
  const asked = defaultReply({ messages: [question], tools })
  expect(asked).toEqual({ text: '', toolCalls: [{ name: ORDER_TOOL, arguments: '{}' }] })
  const call = { id: 'c', type: 'function', function: { name: ORDER_TOOL, arguments: '{}' } }
  const called = { role: 'assistant' as const, content: '', tool_calls: [call] }
  const result = { role: 'tool' as const, tool_call_id: 'c', content: JSON.stringify(orderOf('447700900200')) }
  expect(defaultReply({ messages: [question, called, result], tools }).text).toBe('Order A-1042 is on its way.')
})

test('the model repeats the question of an agent without the tool', () => {
  expect(defaultReply({ messages: [question], tools: [tool('other')] }).text).toContain(
    'You said: “Where is my order?”',
  )
})
