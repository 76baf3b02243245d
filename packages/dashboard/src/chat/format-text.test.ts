import { expect, test } from 'vitest'
import { messagePieces } from './format-text.ts'

const shown = (text: string) => messagePieces(text).map((piece) => [piece.text, piece.styles.join(' '), piece.href])

test('formats as customers’ apps do', () => {
  expect(shown('Hi *Robin*, ~no~ _yes_ ```a*b*``` `c_d_`')).toEqual([
    ['Hi ', '', undefined],
    ['Robin', 'bold', undefined],
    [', ', '', undefined],
    ['no', 'strike', undefined],
    [' ', '', undefined],
    ['yes', 'italic', undefined],
    [' ', '', undefined],
    ['a*b*', 'code', undefined],
    [' ', '', undefined],
    ['c_d_', 'code', undefined],
  ])
})

test.each([
  ['See https://shop.example/a_b_c?x=1.', 'https://shop.example/a_b_c?x=1'],
  ['*https://shop.example/*', 'https://shop.example/'],
  ['(http://shop.example)', 'http://shop.example'],
  ['“https://shop.example/url”', 'https://shop.example/url'],
  ['»https://shop.example/url«.', 'https://shop.example/url'],
  ['”https://shop.example/رابط”', 'https://shop.example/رابط'],
])('finds the link of %s', (text, link) => {
  expect(messagePieces(text).flatMap(({ href = [] }) => href)).toEqual([link])
})

test('links nothing but http and https', () => {
  expect(shown('javascript:alert(1) ftp://a.example \ue000')).toEqual([
    ['javascript:alert(1) ftp://a.example ', '', undefined],
    ['\ue000', '', undefined],
  ])
})
