import { expect, test } from 'vitest'
import { prettyBody } from './pretty-body.ts'

test.each([
  ['{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
  ['', ''],
  ['<html>no</html>', '<html>no</html>'],
  ['{"cut":', '{"cut":'],
  // A number beyond what JavaScript holds would change.
  ['12345678901234567890', '12345678901234567890'],
])('%j reads %j', (body, pretty) => {
  expect(prettyBody(body)).toBe(pretty)
})
