/** Something that was started. */
export interface Stoppable {
  stop(): Promise<void>
}

/** What was started so far, stopped in reverse order. */
export interface Scope {
  /** Starts something and remembers to stop it. */
  keep<Started extends Stoppable>(starting: Promise<Started> | Started): Promise<Started>
  /** Remembers to call this. */
  defer(stop: () => void | Promise<void>): void
}

export function scopeOf(stack: AsyncDisposableStack): Scope {
  return {
    async keep(starting) {
      const started = await starting
      stack.defer(() => started.stop())
      return started
    },
    defer: (stop) => stack.defer(stop),
  }
}

/** Waits for all of it, also when some of it fails: whatever did start by then can be stopped. Then fails as it did. */
export async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}
