import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parseFormDraft } from './form-draft.ts'

const Values = v.object({ body: v.string(), cards: v.array(v.object({ link: v.string() })) })
const EMPTY = { body: '', cards: [] }

test('returns what was stored, with all fields', () => {
  const values = { body: 'Look', cards: [{ link: 'https://shop.example/a.jpg' }] }
  expect(parseFormDraft(JSON.stringify(values), Values, EMPTY)).toEqual(values)
})

test.each(['', 'A text that is no JSON', '{"body":"Look"}', 'null', '[]'])('starts without %j', (text) => {
  expect(parseFormDraft(text, Values, EMPTY)).toEqual(EMPTY)
})
