/** The actions of DynamoDB that write items. */
export const WRITES: ReadonlySet<string> = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
])

/** Tells the readers of streams when a table has changed, so that they need not poll. */
export class TableWrites {
  #next = new AbortController()

  /** A signal that aborts at the next write to any table. */
  get next(): AbortSignal {
    return this.#next.signal
  }

  /** Notes a write that the engine has completed. */
  note(): void {
    const next = this.#next
    this.#next = new AbortController()
    // Without a reason, each write would create an error with a stack.
    next.abort('a write')
  }
}
