import { expect, test } from 'vitest'
import { fileWords, isShown, mediaKind } from './media-kind.ts'

test('only what the API serves is shown on the page', () => {
  const api = 'https://api.example.com/'
  expect(isShown('https://api.example.com/media/1.x', api)).toBe(true)
  expect(isShown('https://shop.example/a.png', api)).toBe(false)
  expect(isShown('https://api.example.com.evil.example/media/1', api)).toBe(false)
  expect(isShown('https://api.example.com/media/1.x', undefined)).toBe(false)
})

test('other files are told in words', () => {
  expect(fileWords('https://shop.example/a.png', 'image/png')).toBe('image/png · shop.example')
  expect(fileWords('', '')).toBe('File')
})

test('a kind follows from the MIME type', () => {
  expect(['image/png', 'VIDEO/mp4', 'audio/ogg', 'application/pdf', ''].map(mediaKind)).toEqual([
    'image',
    'video',
    'audio',
    'file',
    'file',
  ])
})
