import type { Out } from './out.ts'

/**
 * Maximum number of entries of a SendMessageBatch, and of bytes of their bodies. SQS's limit is 1 MiB including
 * attributes.
 */
const BATCH_ENTRIES = 10
const BATCH_BYTES = 900 * 1024

/** Something to send to a queue. The relay reads queue names that later releases may have added. */
export interface Outgoing {
  readonly out: Omit<Out, 'q'> & { readonly q: string }
}

/** Packs items into as few batches as the limits allow, in their order. */
export function packBatches<Item extends Outgoing>(items: readonly Item[]): Item[][] {
  const batches: Item[][] = []
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
