import type { JsonSchema } from '@replywright/contract/openapi/types.ts'
import { itemsOf, schemaOf } from './inner-objects.ts'

/** Larger limits are not shown: they only keep numbers exact. */
const LARGEST_SHOWN = 100_000_000

/** Returns the limits and the default of a value: lengths, numbers of items, ranges. */
export function limitsOf(schema: JsonSchema): readonly string[] {
  const own = [
    ...valueLimits(schema),
    ...range(schema.minItems, schema.maxItems, 'item'),
    ...range(schema.minProperties, schema.maxProperties, 'field'),
    ...valueLimits(itemsOf(schema)).map((limit) => `each ${limit}`),
    ...(schema.anyOf ?? schema.oneOf ?? []).flatMap((each) => limitsOf(schemaOf(each))),
  ]
  return [...new Set(own), ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`])]
}

function valueLimits(definition: JsonSchema | boolean | undefined): readonly string[] {
  const { minLength, maxLength, minimum = -LARGEST_SHOWN, maximum = LARGEST_SHOWN } = schemaOf(definition)
  return [
    ...range(minLength, maxLength, 'character'),
    ...range(minimum > -LARGEST_SHOWN ? minimum : undefined, maximum < LARGEST_SHOWN ? maximum : undefined),
  ]
}

/** Returns "1 to 20 items", "at least 1 item", "at most 20 items", "exactly 2 items", or nothing. */
function range(least: number | undefined, most: number | undefined, noun?: string): readonly string[] {
  const amount = (value: number) => (noun === undefined ? `${value}` : `${value} ${noun}${value === 1 ? '' : 's'}`)
  if (least === undefined) return most === undefined ? [] : [`at most ${amount(most)}`]
  if (most === undefined) return [`at least ${amount(least)}`]
  return [least === most ? `exactly ${amount(most)}` : `${least} to ${amount(most)}`]
}
