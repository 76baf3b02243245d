import { expect, test } from 'vitest'
import { readableJson } from './readable-json.ts'

test.each([
  [String.raw`{"a":"Gr\u00f6\u00DFe 5 \u20ac"}`, '{"a":"Größe 5 €"}'],
  [String.raw`"\ud83d\ude00 1\/2"`, '"😀 1/2"'],
  [String.raw`"C:\\u00e4 \"x\" \n \u0000 \u0022"`, String.raw`"C:\\u00e4 \"x\" \n \u0000 \u0022"`],
  ['{"order":12345678901234567890}', '{"order":12345678901234567890}'],
])('%s is %s', (json, readable) => expect(readableJson(json)).toBe(readable))
