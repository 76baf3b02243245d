import { type Call, type JsonCall, jsonCall, type Reply, type Service } from '../front-door/call.ts'
import { textOf } from '../json.ts'
import type { Time } from '../time.ts'
import { type ItemRequest, itemRequests, type Schemas } from './item-requests.ts'
import {
  passWithout,
  TRANSACTION_CONFLICT,
  transactionCanceled,
  transactionConflict,
  transactionInProgress,
} from './replies.ts'

type Handle = Service['handle']

/** An ongoing `TransactGetItems`, and the items that were written during it. */
interface TransactedRead {
  readonly ids: ReadonlySet<string>
  readonly written: Set<string>
}

/**
 * Rejects calls that conflict with an ongoing transaction, as the developer guide describes ("Transaction conflict
 * handling in DynamoDB"). A transaction holds its items from its start until its reply, which is sent `holdMs` after
 * the engine's. There are no conflicts while `holdMs` returns undefined.
 */
export function withConflicts(
  next: Handle,
  options: { readonly schemas: Schemas; readonly time: Time; readonly holdMs: () => number | undefined },
): Handle {
  const { schemas, time } = options
  const held = new Set<string>()
  const tokens = new Set<string>()
  const writing = new Map<string, number>()
  const reads = new Set<TransactedRead>()

  const isBusy = ({ id }: ItemRequest) => held.has(id) || writing.has(id)

  const canceled = (items: readonly ItemRequest[], isConflict: (item: ItemRequest) => boolean) =>
    transactionCanceled(items.map((item) => (isConflict(item) ? TRANSACTION_CONFLICT : undefined)))

  function startWriting(items: readonly ItemRequest[]): void {
    for (const { id } of items) for (const read of reads) if (read.ids.has(id)) read.written.add(id)
  }

  async function transactWrite(call: Call, { input }: JsonCall, items: readonly ItemRequest[], holdMs: number) {
    const token = textOf(input.ClientRequestToken)
    if (token !== undefined && tokens.has(token)) return transactionInProgress()
    if (items.some(isBusy)) return canceled(items, isBusy)
    for (const { id } of items) held.add(id)
    if (token !== undefined) tokens.add(token)
    startWriting(items)
    try {
      const reply = await next(call)
      if (holdMs > 0) await new Promise<void>((resolve) => time.wake(time.now() + holdMs, resolve))
      return reply
    } finally {
      for (const { id } of items) held.delete(id)
      if (token !== undefined) tokens.delete(token)
    }
  }

  async function transactGet(call: Call, items: readonly ItemRequest[]): Promise<Reply> {
    if (items.some(isBusy)) return canceled(items, isBusy)
    const read = { ids: new Set(items.map(({ id }) => id)), written: new Set<string>() }
    reads.add(read)
    try {
      const reply = await next(call)
      return read.written.size === 0 ? reply : canceled(items, ({ id }) => read.written.has(id))
    } finally {
      reads.delete(read)
    }
  }

  /** Runs writes that can conflict with a transaction but not with each other. */
  async function write(items: readonly ItemRequest[], run: () => Promise<Reply>): Promise<Reply> {
    for (const { id } of items) writing.set(id, (writing.get(id) ?? 0) + 1)
    startWriting(items)
    try {
      return await run()
    } finally {
      for (const { id } of items) {
        const others = (writing.get(id) ?? 0) - 1
        if (others > 0) writing.set(id, others)
        else writing.delete(id)
      }
    }
  }

  return async (call) => {
    const holdMs = options.holdMs()
    if (holdMs === undefined) return next(call)
    const parsed = jsonCall(call)
    const items = itemRequests(parsed, schemas)
    switch (parsed.action) {
      case 'TransactWriteItems':
        return transactWrite(call, parsed, items, holdMs)
      case 'TransactGetItems':
        return transactGet(call, items)
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return items.some(({ id }) => held.has(id)) ? transactionConflict() : write(items, () => next(call))
      case 'BatchWriteItem': {
        // This call has no conflict error in the API: conflicting entries are returned as unprocessed.
        const refused = new Set(items.filter(({ id }) => held.has(id)).map(({ entry }) => entry))
        const accepted = items.filter(({ entry }) => !refused.has(entry))
        return write(accepted, () => passWithout(refused, call, parsed, next))
      }
      default:
        return next(call)
    }
  }
}
