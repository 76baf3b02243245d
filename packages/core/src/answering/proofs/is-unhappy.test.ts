import { expect, test } from 'vitest'
import { isUnhappy } from './is-unhappy.ts'

const message = (text: string, more = {}) => ({ direction: 'inbound' as const, type: 'text', text, ...more })

test.each([
  ['a complaint', [message('This is UNACCEPTABLE!')], true],
  ['a complaint in another language', [message('Danke'), message('Ich bin so enttäuscht.')], true],
  ['a voice message', [message('', { type: 'audio', transcript: 'quel horrible service' })], true],
  ['a reaction', [message('', { type: 'reaction', detail: { emoji: '👎' } })], true],
  ['an emoji', [message('ok 😡')], true],
  ['a good reaction', [message('', { type: 'reaction', detail: { emoji: '👍' } })], false],
  ['words of the agent', [{ ...message('That is terrible.'), direction: 'outbound' as const }], false],
  ['a part of a word', [message('The angryfish restaurant')], false],
  ['nothing', [], false],
])('%s', (_, messages, expected) => expect(isUnhappy(messages)).toBe(expected))
