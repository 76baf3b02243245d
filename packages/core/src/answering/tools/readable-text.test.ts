import { expect, test } from 'vitest'
import { readableText } from './readable-text.ts'

const read = (type: string, body: string) =>
  readableText({ headers: { 'content-type': type }, bytes: Buffer.from(body) })

test.each([
  ['{ "id": 12345678901234567890 }', '{"id":12345678901234567890}'],
  ['[1e400]', '[1e400]'],
  [' {"a": ', '{"a":'],
])('the model reads the JSON %s as %s', async (body, text) => {
  expect(await read('application/json', body)).toEqual({ title: '', text })
})
