import { expect, test } from 'vitest'
import { annotate } from './annotations.ts'
import { aMessage } from './testing.ts'

const original = aMessage('1', { waId: 'wamid.1' })
const refersTo = { messageWaId: 'wamid.1' }

test('shows the latest reaction of each side on its message', () => {
  const react = (id: string, emoji: string) => aMessage(id, { type: 'reaction', reaction: { ...refersTo, emoji } })
  const { shown, annotations } = annotate([
    original,
    react('2', '👍'),
    react('3', '🎉'),
    { ...react('4', '👌'), direction: 'outbound' },
  ])
  expect(shown).toEqual([original])
  expect(annotations.get('1')?.reactions).toEqual(['🎉', '👌'])
  expect(annotate([original, react('2', '👍'), react('3', '')]).annotations.get('1')?.reactions).toEqual([])
})

test('shows edits and deletions on their message, and those of a message that is not loaded alone', () => {
  const edit = aMessage('2', { type: 'edit', text: 'new', edit: refersTo })
  const revoke = aMessage('3', { type: 'revoke', text: '', revoke: refersTo })
  const { shown, annotations, places } = annotate([original, edit, revoke])
  expect([...places]).toEqual([
    ['2', '1'],
    ['3', '1'],
  ])
  expect(shown).toEqual([original])
  expect(annotations.get('1')).toMatchObject({ edited: 'new', isDeleted: true })
  expect(annotate([edit, revoke]).shown).toEqual([edit, revoke])
})

test('finds the message that is quoted, by the id of either side', () => {
  const own = aMessage('2', { direction: 'outbound', replyTo: '1' })
  const answer = aMessage('3', { replyToWaId: 'wamid.1' })
  const { annotations } = annotate([original, own, answer, aMessage('4', { replyToWaId: 'wamid.lost' })])
  expect([...annotations].map(([id, { quoted }]) => [id, quoted?.id])).toEqual([
    ['2', '1'],
    ['3', '1'],
  ])
})
