import { expect, test } from 'vitest'
import { chargedSeconds } from './transcribe.ts'

const TEXT = { text: 'Hello' }

test.each([
  ['what the server charges', { ...TEXT, usage: { type: 'duration', seconds: 3.2 } }, 4],
  ['the usual rate for a format whose length is not read', { ...TEXT, usage: { type: 'tokens', input_tokens: 9 } }, 2],
  ['the same without a report', TEXT, 2],
])('counts %s', (_, answer, seconds) => {
  expect(chargedSeconds(answer, Buffer.alloc(5000))).toBe(seconds)
})
