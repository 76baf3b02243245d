import type { DynamoDBRecord } from 'aws-lambda'

/**
 * What an item of the table asks the relay to send: `q` queue, `g` message group, `b` body, `d` delay in seconds, `r` the id of
 * the request that caused it.
 */
export interface Outgoing {
  readonly q: string
  readonly g: string
  readonly b: string
  readonly d: number | undefined
  readonly r: string | undefined
}

/** Reads `out` from a stream record; undefined when it is missing or incomplete. */
export function outgoingOf(record: DynamoDBRecord): Outgoing | undefined {
  const out = record.dynamodb?.NewImage?.out?.M
  const [q, g, b, d, r] = [out?.q?.S, out?.g?.S, out?.b?.S, out?.d?.N, out?.r?.S]
  if (!q || !g || b === undefined) return undefined
  return { q, g, b, d: d === undefined ? undefined : Number(d), r }
}

/** Most entries of one SendMessageBatch, and most bytes of their bodies (the limit is 1 MiB, attributes included). */
const BATCH_ENTRIES = 10
const BATCH_BYTES = 900 * 1024

/** Packs items into as few batches as fit the queue's limits, in their order. */
export function packBatches<T extends { readonly out: Outgoing }>(items: readonly T[]): T[][] {
  const batches: T[][] = []
  let bytes = 0
  for (const item of items) {
    const size = Buffer.byteLength(item.out.b)
    const open = batches.at(-1)
    if (open && open.length < BATCH_ENTRIES && bytes + size <= BATCH_BYTES) {
      open.push(item)
      bytes += size
    } else {
      batches.push([item])
      bytes = size
    }
  }
  return batches
}
