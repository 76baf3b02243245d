import * as v from 'valibot'
import { table } from '../../platform/table/table.ts'

const Units = v.object({ CapacityUnits: v.number() })
const Consumed = v.object({
  ConsumedCapacity: v.optional(
    v.union([
      v.array(Units),
      v.pipe(
        Units,
        v.transform((one) => [one]),
      ),
    ]),
    [],
  ),
})

/** Counts the capacity units of all later calls of the table. Returns a function that returns the current count. */
export function countUnits(): () => number {
  let units = 0
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } })
      for (const { CapacityUnits } of v.parse(Consumed, result.output).ConsumedCapacity) units += CapacityUnits
      return result
    },
    { step: 'initialize', name: 'countUnits' },
  )
  return () => units
}
