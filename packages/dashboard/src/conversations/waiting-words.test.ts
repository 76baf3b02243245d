import { expect, test } from 'vitest'
import { waitingText } from './waiting-words.ts'

test.each([
  ['asked', 'Asks for a refund.', null, 'Asks for a refund'],
  ['asked', null, null, 'The agent asked for a person'],
  ['failed', null, 'timeout', 'The agent couldn’t reply: the model timed out'],
  ['failed', null, null, 'The agent couldn’t reply'],
  ['failed', 'The limit of 5 USD is reached.', 'limit', 'The limit of 5 USD is reached'],
  ['unanswered', null, null, 'Nobody has replied'],
  ['unanswered', 'Asks for a refund', null, 'Nobody has replied. Asks for a refund'],
  ['asked', 'Where is it ...', null, 'Where is it ...'],
] as const)('%s, with the reason %s and the failure %s: %s', (kind, reason, failure, text) => {
  expect(waitingText({ kind, reason, failure })).toBe(text)
})
