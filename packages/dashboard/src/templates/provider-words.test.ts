import { expect, test } from 'vitest'
import { qualityText } from './provider-words.ts'

test('says how customers rate a template', () => {
  expect(['GREEN', 'RED', 'UNKNOWN'].map(qualityText)).toEqual(['High', 'Low', '–'])
})
