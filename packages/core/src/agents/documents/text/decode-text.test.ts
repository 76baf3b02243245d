import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'
import { ENCODED_TEXTS } from './testing/encoded-texts.ts'

const encoded = (encoding: string) => {
  const [, text = '', bytes = ''] = ENCODED_TEXTS.find(([name]) => name === encoding) ?? []
  return { text, bytes: Buffer.from(bytes, 'base64') }
}

test.each(ENCODED_TEXTS)('a text in %s is detected: %s', async (_, text, bytes) => {
  expect(await decodeText(Buffer.from(bytes, 'base64'))).toBe(text)
})

test.each([
  ['too few letters', Buffer.from([0x43, 0xe9])],
  ['two equally likely texts', Buffer.from([0xe0, 0xe8, 0x0a])],
])('%s are not decoded by assumption', async (_, bytes) => {
  await expect(decodeText(bytes)).rejects.toMatchObject({ problem: 'unknown_encoding' })
})

test('the encoding that the owner chose is used', async () => {
  expect(await decodeText(Buffer.from([0xe0, 0xe8, 0x0a]), { chosen: 'windows-1251' })).toBe('аи\n')
  const { bytes } = encoded('windows-1251')
  await expect(decodeText(bytes, { chosen: 'utf-8' })).rejects.toMatchObject({ problem: 'unknown_encoding' })
})

test('a short text is decoded as it declares', async () => {
  expect(await decodeText(Buffer.from([0xe0, 0xe8, 0x0a]), { declared: ['windows-1253'] })).toBe('ΰθ\n')
  expect(await decodeText(Buffer.from([0xe0, 0xe8, 0x0a]), { declared: ['nonsense', 'koi8-r'] })).toBe('ЮХ\n')
})

test.each([
  ['UTF-8', 'utf-8'],
  ['Latin letters', 'iso-8859-1'],
])('a declaration of %s that the bytes contradict is ignored', async (_, declared) => {
  const { text, bytes } = encoded('windows-1251')
  expect(await decodeText(bytes, { declared: [declared] })).toBe(text)
})

test('UTF-8 wins over a declaration', async () => {
  expect(await decodeText(Buffer.from('Größe'), { declared: ['iso-8859-1'] })).toBe('Größe')
})

test('UTF-8 with a character that was cut is read', async () => {
  const bytes = Buffer.from(`${'größer '.repeat(30)}€`).subarray(0, -1)
  expect(await decodeText(bytes)).toBe(`${'größer '.repeat(30)}\ufffd`)
})
