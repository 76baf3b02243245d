import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OVERLAP, PASSAGE_LENGTH, splitPassages } from './split-passages.ts'

const textsOf = (text: string) => splitPassages([{ place: 'page 1', text }]).map((passage) => passage.text)

test('creates no passage that is empty, too long or ends within a character', () => {
  const text = fc.array(
    fc.oneof(fc.string({ unit: 'binary', maxLength: 900 }), fc.constantFrom('\n\n', '. ', '👍🏽', '。')),
  )
  fc.assert(
    fc.property(text, (parts) => {
      for (const passage of textsOf(parts.join(''))) {
        expect(passage.trim()).not.toBe('')
        expect(passage.length).toBeLessThanOrEqual(PASSAGE_LENGTH)
        expect(passage.isWellFormed()).toBe(true)
      }
    }),
  )
})

test('leaves every word whole and in order', () => {
  const blanks = fc.constantFrom(' ', '\n', '\n\n', '. ', ', ')
  const words = fc.array(fc.tuple(fc.string({ unit: fc.constantFrom('a', 'é', '本'), maxLength: 90 }), blanks), {
    maxLength: 400,
  })
  fc.assert(
    fc.property(words, (pairs) => {
      const passages = textsOf(pairs.map(([word, blank], index) => `#${index}${word}#${blank}`).join(''))
      let reached = 0
      pairs.forEach(([word], index) => {
        const first = passages.findIndex((passage) => passage.includes(`#${index}${word}#`))
        expect(first).toBeGreaterThanOrEqual(reached)
        reached = first
      })
    }),
  )
})

test('splits at paragraphs, and overlaps with the passage before', () => {
  const paragraph = (letter: string) => `${`${letter.repeat(9)} `.repeat(70).trim()}.`
  const [first = '', second = ''] = textsOf([paragraph('a'), paragraph('b')].join('\n\n'))
  expect(first).toBe(paragraph('a'))
  expect(second).toMatch(/^a{9} [a ]+\.\n\nb{9}/)
  expect(second.indexOf('b')).toBeLessThanOrEqual(OVERLAP + 2)
})

test('splits text without any boundary', () => {
  const passages = textsOf('漢'.repeat(2500))
  expect(passages.map((text) => text.length)).toEqual([1000, 1000, 800])
})

test('does not mix sections', () => {
  const passages = splitPassages([
    { place: 'page 1', text: 'one' },
    { place: 'page 2', text: 'two' },
  ])
  expect(passages).toEqual([
    { place: 'page 1', text: 'one' },
    { place: 'page 2', text: 'two' },
  ])
})
