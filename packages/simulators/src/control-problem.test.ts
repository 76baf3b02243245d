import * as v from 'valibot'
import { expect, test } from 'vitest'
import { controlProblem } from './control-problem.ts'
import { CustomerInput } from './provider/phone/send-as-customer.ts'

const problem = (schema: v.GenericSchema, input: unknown) => {
  try {
    v.parse(schema, input)
    return ''
  } catch (error) {
    return controlProblem(error)
  }
}

test.each([
  [{ waId: '447700900200', text: 'Hello' }, /^waId: is an unknown field; known are text, image, .*\brepeat$/],
  [{ text: 7 }, /^text: must be a text$/],
  [{}, /^the body must have exactly one of text, /],
  [{ text: 'a', repeat: 0 }, /^repeat: must be at least 1$/],
  [{ text: 'a', repeat: 1.5 }, /^repeat: must be a whole number$/],
  [{ text: 'a', withPhone: 'yes' }, /^withPhone: must be true or false$/],
  [{ image: { base64: '?' } }, /^image\.base64: must be base64$/],
  [{ location: { latitude: 1 } }, /^location\.longitude: is required$/],
  ['Hello', /^the body must be an object$/],
])('%j is refused in plain words', (input, text) => {
  expect(problem(CustomerInput, input)).toMatch(text)
})

test('other errors keep their message', () => {
  expect(controlProblem(new Error('no such business number: 1'))).toBe('no such business number: 1')
  expect(problem(v.picklist(['a', 'b']), 'c')).toBe('the body must be "a" or "b", not "c"')
})
