import { expect, test } from 'vitest'
import { aMessage } from '../chat/testing.ts'
import { type Thread, withNewest, withOlder } from './thread.ts'

const NEXT = 'https://api.example.com/api/v1/conversations/1/messages/?limit=2&offset=2&cursor=c'
const page = (ids: readonly string[], next: string | null = NEXT) => ({ results: ids.map((id) => aMessage(id)), next })
const idsOf = ({ messages }: Thread) => messages.map(({ id }) => id)

test('requests older messages with the query of the next link', () => {
  const thread = withNewest(undefined, page(['4', '3']))
  expect(thread.older).toEqual({ limit: '2', offset: '2', cursor: 'c' })
  expect(withOlder(thread, page(['3', '2', '1'], null))).toMatchObject({ older: null })
  expect(idsOf(withOlder(thread, page(['3', '2', '1'], null)))).toEqual(['4', '3', '2', '1'])
})

test('adds new messages first and keeps loaded messages', () => {
  const all = withOlder(withNewest(undefined, page(['3', '2'])), page(['1'], null))
  const again = withNewest(all, page(['4', '3']))
  expect(idsOf(again)).toEqual(['4', '3', '2', '1'])
  expect(again.older).toBeNull()
})

test('updates message statuses from the newest page', () => {
  const before = withNewest(undefined, page(['1'], null))
  const after = withNewest(before, { results: [aMessage('1', { status: 'read' })], next: null })
  expect(after.messages).toMatchObject([{ id: '1', status: 'read' }])
})

test('drops older messages after a gap', () => {
  const before = withNewest(undefined, page(['2', '1'], null))
  const after = withNewest(before, page(['9', '8']))
  expect(idsOf(after)).toEqual(['9', '8'])
  expect(after.older).not.toBeNull()
})
