import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'

const Line = v.pipe(v.string(), v.parseJson(), v.looseObject({ event: v.string() }))
export type LogLine = v.InferOutput<typeof Line>

/** The functions' log lines, with a wait for the next match. */
export class LogLines {
  readonly #waiting = new Map<(line: LogLine) => boolean, (at: number) => void>()

  /** Adds a line; pass it as the `log` of `startService`. */
  add({ line }: { readonly line: string }): void {
    const parsed = v.safeParse(Line, line)
    if (!parsed.success) return
    for (const [matches, found] of this.#waiting)
      if (matches(parsed.output)) {
        this.#waiting.delete(matches)
        found(performance.now())
      }
  }

  /**
   * Returns the time of the next matching line in terms of `performance.now()`, or the time after `timeoutMs` if that
   * is earlier.
   */
  async next(matches: (line: LogLine) => boolean, timeoutMs: number): Promise<number> {
    const found = new Promise<number>((resolve) => this.#waiting.set(matches, resolve))
    const late = new AbortController()
    const timeout = setTimeout(timeoutMs, undefined, { signal: late.signal }).then(
      () => performance.now(),
      () => 0,
    )
    const at = await Promise.race([found, timeout])
    late.abort()
    this.#waiting.delete(matches)
    return at
  }
}
