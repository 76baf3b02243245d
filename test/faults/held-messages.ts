import * as v from 'valibot'

const Batch = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    Records: v.array(
      v.looseObject({ receiptHandle: v.string(), body: v.string(), eventSourceARN: v.optional(v.string()) }),
    ),
  }),
)

export type HeldMessage = v.InferOutput<typeof Batch>['Records'][number]

/** Returns the messages in an event, or in the request of an event source mapping. */
export function heldMessages(text: string): readonly HeldMessage[] {
  const batch = v.safeParse(Batch, text)
  return batch.success ? batch.output.Records : []
}
