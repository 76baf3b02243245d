import { assistantModelMessageSchema } from 'ai'
import { expect, test } from 'vitest'
import { rawReply, toModelMessages } from './step-messages.ts'

test('adds a first user message to a conversation that the agent started', () => {
  expect(
    toModelMessages(
      [
        { role: 'assistant', text: 'Your order is here.' },
        { role: 'user', text: 'Great' },
      ],
      assistantModelMessageSchema,
    ),
  ).toEqual([
    { role: 'user', content: '[Start of the conversation.]' },
    { role: 'assistant', content: [{ type: 'text', text: 'Your order is here.' }] },
    { role: 'user', content: 'Great' },
  ])
})

test('replaces empty messages', () => {
  expect(
    toModelMessages(
      [
        { role: 'user', text: ' ' },
        { role: 'assistant', text: '' },
      ],
      assistantModelMessageSchema,
    ),
  ).toEqual([{ role: 'user', content: '[Message without text.]' }])
})

const reasoned = {
  role: 'assistant' as const,
  content: [
    { type: 'reasoning' as const, text: 'Hm.', providerOptions: { bedrock: { signature: 's' } } },
    { type: 'text' as const, text: 'Yes.' },
  ],
}

test('stores a response with more than text and calls', () => {
  const raw = rawReply([reasoned])
  expect(raw).toBeDefined()
  const reply = { role: 'assistant', text: 'Yes.', toolCalls: [], ...(raw && { raw }) } as const
  expect(toModelMessages([{ role: 'user', text: 'Sure?' }, reply], assistantModelMessageSchema)).toEqual([
    { role: 'user', content: 'Sure?' },
    reasoned,
  ])
})

test('stores no raw response for plain or too large ones', () => {
  expect(rawReply([{ role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] }])).toBeUndefined()
  expect(rawReply([{ role: 'assistant', content: 'Yes.' }])).toBeUndefined()
  const long = { type: 'reasoning' as const, text: 'x'.repeat(70_000) }
  expect(rawReply([{ role: 'assistant', content: [long] }])).toBeUndefined()
})

test('ignores a stored raw response that is invalid', () => {
  const reply = { role: 'assistant', text: 'Yes.', toolCalls: [], raw: '{"role":"user"}' } as const
  expect(toModelMessages([{ role: 'user', text: 'x' }, reply], assistantModelMessageSchema)[1]).toEqual({
    role: 'assistant',
    content: [{ type: 'text', text: 'Yes.' }],
  })
})
