import { assistantModelMessageSchema } from 'ai'
import { expect, test } from 'vitest'
import { rawReply, toModelMessages } from './step-messages.ts'

test('a conversation that the agent began begins with the user all the same', () => {
  expect(
    toModelMessages(
      [
        { role: 'assistant', text: 'Your order is here.' },
        { role: 'user', text: 'Great' },
      ],
      assistantModelMessageSchema,
    ),
  ).toEqual([
    { role: 'user', content: '[The conversation begins.]' },
    { role: 'assistant', content: [{ type: 'text', text: 'Your order is here.' }] },
    { role: 'user', content: 'Great' },
  ])
})

test('no message is empty', () => {
  expect(
    toModelMessages(
      [
        { role: 'user', text: ' ' },
        { role: 'assistant', text: '' },
      ],
      assistantModelMessageSchema,
    ),
  ).toEqual([{ role: 'user', content: '[A message without text.]' }])
})

const reasoned = {
  role: 'assistant' as const,
  content: [
    { type: 'reasoning' as const, text: 'Hm.', providerOptions: { bedrock: { signature: 's' } } },
    { type: 'text' as const, text: 'Yes.' },
  ],
}

test('what is more than text and calls is kept and given back', () => {
  const raw = rawReply([reasoned])
  expect(raw).toBeDefined()
  const reply = { role: 'assistant', text: 'Yes.', toolCalls: [], ...(raw && { raw }) } as const
  expect(toModelMessages([{ role: 'user', text: 'Sure?' }, reply], assistantModelMessageSchema)).toEqual([
    { role: 'user', content: 'Sure?' },
    reasoned,
  ])
})

test('a plain reply, or one that is too large, keeps nothing more', () => {
  expect(rawReply([{ role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] }])).toBeUndefined()
  expect(rawReply([{ role: 'assistant', content: 'Yes.' }])).toBeUndefined()
  const long = { type: 'reasoning' as const, text: 'x'.repeat(70_000) }
  expect(rawReply([{ role: 'assistant', content: [long] }])).toBeUndefined()
})

test('what was kept and is no reply any more is left out', () => {
  const reply = { role: 'assistant', text: 'Yes.', toolCalls: [], raw: '{"role":"user"}' } as const
  expect(toModelMessages([{ role: 'user', text: 'x' }, reply], assistantModelMessageSchema)[1]).toEqual({
    role: 'assistant',
    content: [{ type: 'text', text: 'Yes.' }],
  })
})
