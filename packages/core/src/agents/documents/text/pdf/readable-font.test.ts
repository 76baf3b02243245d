import { expect, test } from 'vitest'
import { isGarbled, readsFont } from './readable-font.ts'

const from = (code: number, ...values: readonly string[]) => [...Array.from({ length: code }, () => null), ...values]
const STANDARD = from(32, ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)))

test.each([
  ['unknown', undefined, true],
  ['with a map', { composite: true, toUnicode: { _map: from(3, ' ') } }, true],
  ['with the range of its codes only', { composite: true, toUnicode: { firstChar: 0, lastChar: 65535 } }, false],
  ['with numbered glyphs', { toUnicode: { _map: STANDARD }, differences: from(65, 'g1', 'g2', 'g3') }, false],
  [
    'with numbered glyphs and codes without a character',
    { toUnicode: { _map: STANDARD }, differences: from(1, 'x1', 'x2', 'x3') },
    false,
  ],
  [
    'with numbered glyphs and a map',
    { toUnicode: { _map: from(65, 'A', 'B', 'C') }, differences: from(65, 'g1', 'g2', 'g3') },
    true,
  ],
  [
    'with names of characters',
    { toUnicode: { _map: STANDARD }, differences: from(65, 'uni0410', 'eacute', 'u1F600', 'A') },
    true,
  ],
])('a font %s is readable: %o, %s', (_, font, expected) => {
  expect(readsFont(font)).toBe(expected)
})

test.each([
  ['Opening hours', false],
  ['5 \ue001 and more text', false],
  ['\ue001\ue002\ue003 a', true],
  ['\u0001\u0014&%\u0003', true],
  ['\ufffd\ufffd', true],
])('%j is garbled: %s', (text, expected) => expect(isGarbled(text)).toBe(expected))
