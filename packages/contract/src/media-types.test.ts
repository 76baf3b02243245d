import { expect, test } from 'vitest'
import { detectMimeType, mediaLimit } from './media-types.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['\xff\xd8\xff\xe0', 'invoice.pdf', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'a', 'image/png'],
  ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'a.png', 'image/webp'],
  ['\x00\x00\x00\x20ftypisom', 'clip.mov', 'video/mp4'],
  ['\x00\x00\x00\x14ftypqt  ', 'clip.mp4', 'video/quicktime'],
  ['\x00\x00\x00\x20ftypM4A ', 'voice.mp4', 'audio/mp4'],
  ['\x00\x00\x00\x18ftypheic', 'photo.jpg', 'image/heic'],
  ['OggS\x00', 'voice', 'audio/ogg'],
  ['ID3\x04', 'song.exe', 'audio/mpeg'],
  ['%PDF-1.7', 'photo.jpg', 'application/pdf'],
  ['PK\x03\x04 word/document.xml', 'a.zip', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['PK\x03\x04', 'a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['PK\x03\x04', 'a.txt', 'application/zip'],
  ['\xd0\xcf\x11\xe0', 'a.xls', 'application/vnd.ms-excel'],
  ['name,price\n', 'prices.csv', 'text/plain'],
  ['gr\xc3\xbc\xc3', 'cut.txt', 'text/plain'],
  ['MZ\x90\x00\x03', 'photo.jpg', undefined],
  ['', 'empty.txt', undefined],
])('detects %o of %s as %s', (content, name, mimeType) => {
  expect(detectMimeType(bytes(content), name)).toBe(mimeType)
})

test('knows the kind and limit of accepted types only', () => {
  expect(mediaLimit('image/png')).toEqual({ kind: 'image', maxBytes: 5 * 1024 * 1024 })
  expect(mediaLimit('application/pdf')?.kind).toBe('document')
  expect(mediaLimit('image/gif')).toBeUndefined()
  expect(mediaLimit('constructor')).toBeUndefined()
})
