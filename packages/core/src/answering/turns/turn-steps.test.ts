import { expect, test } from 'vitest'
import { storedReply } from './turn-steps.ts'

test('stored arguments of a tool call are JSON that the libraries of models and connectors accept', () => {
  const args = { order: 2 ** 60 }
  const stored = JSON.stringify({ text: '', toolCalls: [{ id: '1', name: 'find', args }] })
  const { toolCalls } = storedReply.parse(stored, undefined)
  expect(toolCalls).toEqual([{ id: '1', name: 'find', args }])
  expect(JSON.parse(JSON.stringify(toolCalls))).toEqual(toolCalls)
})
