import { expect, test } from 'vitest'
import type { MessageItem } from '../messages/message-entity.ts'
import { lastImageOf } from './media.ts'

const message = (id: string, direction: 'inbound' | 'outbound', ...types: readonly string[]): MessageItem => ({
  organizationId: 'o',
  conversationId: 'c',
  id,
  direction,
  waId: '',
  type: 'image',
  text: '',
  media: types.map((mimeType) => ({ mimeType })),
  sentAt: 0,
  takenAt: 0,
  expiresAt: 0,
})

test('returns the newest image that the customer sent', () => {
  const newestFirst = [
    message('5', 'outbound', 'image/png'),
    message('4', 'inbound'),
    message('3', 'inbound', 'audio/ogg'),
    message('2', 'inbound', 'image/jpeg', 'image/png', 'application/pdf'),
    message('1', 'inbound', 'image/png'),
  ]
  expect(lastImageOf(newestFirst)).toEqual({ organizationId: 'o', conversationId: 'c', messageId: '2', index: 1 })
  expect(lastImageOf(newestFirst.slice(0, 3))).toBeUndefined()
})
