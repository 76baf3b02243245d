import type { JsonSchema } from '@replywright/contract/openapi/types.ts'
import { expect, test } from 'vitest'
import { limitsOf } from './limits.ts'

test.each<[JsonSchema, readonly string[]]>([
  [{ type: 'string' }, []],
  [{ minLength: 1, maxLength: 255 }, ['1 to 255 characters']],
  [{ minLength: 1 }, ['at least 1 character']],
  [{ maxItems: 30 }, ['at most 30 items']],
  [{ minItems: 2, maxItems: 2 }, ['exactly 2 items']],
  [{ maxProperties: 100 }, ['at most 100 fields']],
  [{ items: { maxLength: 20 }, maxItems: 3 }, ['at most 3 items', 'each at most 20 characters']],
  [{ anyOf: [{ maxLength: 5 }, { type: 'null' }] }, ['at most 5 characters']],
  [{ minimum: 1, maximum: 100, default: 20 }, ['1 to 100', 'default 20']],
  [{ minimum: -(2 ** 53), maximum: 2 ** 53 }, []],
  [{ minimum: 0 }, ['at least 0']],
])('%j has the limits %j', (schema, limits) => {
  expect(limitsOf(schema)).toEqual(limits)
})
