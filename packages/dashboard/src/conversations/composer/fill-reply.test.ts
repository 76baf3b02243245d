import { expect, test } from 'vitest'
import { filledReply } from './fill-reply.ts'

test('fills the names into a saved reply, and keeps other braces', () => {
  const names = { customer: '$& Ada', me: 'Robin' }
  expect(filledReply('Hi {{customer}}, {{me}} here. {{order}}', names)).toBe('Hi $& Ada, Robin here. {{order}}')
})
