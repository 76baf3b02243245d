import { expect, test } from 'vitest'
import { MediaStore } from './media.ts'

test.each([
  ['image/jpeg', 'ffd8ff'],
  ['application/pdf', Buffer.from('%PDF-').toString('hex')],
  ['audio/ogg; codecs=opus', Buffer.from('OggS').toString('hex')],
])('a customer’s file of the type %s is a real one', (mimeType, start) => {
  const store = new MediaStore(
    () => 0,
    () => 'http://127.0.0.1',
  )
  const { url = '' } = store.store(mimeType)
  expect(store.open(new URL(url).searchParams)?.bytes.toString('hex')).toMatch(new RegExp(`^${start}`))
})
