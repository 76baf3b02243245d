import * as v from 'valibot'
import { Json } from './agents-sub-resources.ts'

const MOST_VALUES = 100

export const MemoryValues = v.pipe(
  v.record(v.string(), Json),
  v.check((values) => Object.keys(values).length <= MOST_VALUES, `must have at most ${MOST_VALUES} values`),
  v.description(
    "Values by the names of the agent's memory keys, of the types of the keys. null forgets a value. Each has at most 4 KB as JSON.",
  ),
  v.examples([{ plan: 'gold' }]),
)
export type MemoryValues = v.InferOutput<typeof MemoryValues>
