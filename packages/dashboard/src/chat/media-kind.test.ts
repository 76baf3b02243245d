import { expect, test } from 'vitest'
import { fileWords, isShown, mediaKind } from './media-kind.ts'

test('shows only files that the API serves', () => {
  const api = 'https://api.example.com/'
  expect(isShown('https://api.example.com/media/1.x', api)).toBe(true)
  expect(isShown('https://shop.example/a.png', api)).toBe(false)
  expect(isShown('https://api.example.com.evil.example/media/1', api)).toBe(false)
  expect(isShown('https://api.example.com/media/1.x', undefined)).toBe(false)
})

test('describes other files in words', () => {
  const api = 'https://api.example.com/'
  const own = 'https://api.example.com/media/1.x'
  expect(fileWords('https://shop.example/a.png', 'image/png', api)).toBe('Photo · shop.example')
  expect(fileWords(own, 'audio/ogg; codecs=opus', api)).toBe('Voice message')
  expect(fileWords(own, 'application/pdf', api)).toBe('PDF')
  expect(fileWords('', '', api)).toBe('File')
})

test('derives the kind from the MIME type', () => {
  expect(['image/png', 'VIDEO/mp4', 'audio/ogg', 'application/pdf', ''].map(mediaKind)).toEqual([
    'image',
    'video',
    'audio',
    'file',
    'file',
  ])
})
