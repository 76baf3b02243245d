import { expect, test } from 'vitest'
import { prettyBody } from './pretty-body.ts'

test.each([
  ['{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
  ['', ''],
  ['<html>no</html>', '<html>no</html>'],
  ['{"cut":', '{"cut":'],
  // JavaScript cannot represent this number exactly, so parsing would change it.
  ['12345678901234567890', '12345678901234567890'],
])('formats %j as %j', (body, pretty) => {
  expect(prettyBody(body)).toBe(pretty)
})
