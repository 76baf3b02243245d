import type { DynamoDBRecord } from 'aws-lambda'

/**
 * A message in the `out` attribute of an item: `q` queue, `g` message group, `b` body, `d` delay in seconds, `r` id of the
 * request that caused it.
 */
export interface Outgoing {
  readonly q: string
  readonly g: string
  readonly b: string
  readonly d: number | undefined
  readonly r: string | undefined
}

/** Returns `out` of a stream record, or undefined if it is missing or incomplete. */
export function outgoingOf(record: DynamoDBRecord): Outgoing | undefined {
  const out = record.dynamodb?.NewImage?.out?.M
  const [q, g, b, d, r] = [out?.q?.S, out?.g?.S, out?.b?.S, out?.d?.N, out?.r?.S]
  if (!q || !g || b === undefined) return undefined
  return { q, g, b, d: d === undefined ? undefined : Number(d), r }
}

/** Maximum number of entries of a SendMessageBatch, and of bytes of their bodies. SQS's limit is 1 MiB including attributes. */
const BATCH_ENTRIES = 10
const BATCH_BYTES = 900 * 1024

/** Packs items into as few batches as the limits allow, in their order. */
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
