export interface Stoppable {
  stop(): Promise<void>
}

/** The components started so far, stopped in reverse order. */
export interface Scope {
  /** Waits for a start and registers the component to be stopped. */
  keep<Started extends Stoppable>(starting: Promise<Started> | Started): Promise<Started>
  /** Registers a function to call at the stop. */
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

/** Waits for all promises, so that everything that started can be stopped. Then throws the first error. */
export async function allOf(work: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}
