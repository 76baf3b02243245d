import * as v from 'valibot'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

export const Share = v.pipe(
  v.object({ count: Count, of: Count, low: v.number(), high: v.number() }),
  v.description('How many of how many, and the 95 % confidence interval of the share (Wilson).'),
)
export type Share = v.InferOutput<typeof Share>
