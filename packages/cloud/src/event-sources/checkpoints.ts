import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { pause } from './poller.ts'

/** The minimum time between two writes, because each burst of records moves a position. */
const INTERVAL_MILLISECONDS = 200

const State = v.object({
  streamArn: v.string(),
  /** By shard: the last processed record, and whether the shard is closed and completely processed. */
  shards: v.record(v.string(), v.object({ after: v.optional(v.string()), done: v.optional(v.boolean()) })),
})
type State = v.InferOutput<typeof State>

/** The positions in the shards of a stream. They are stored in a file that is written in the background. */
export class Checkpoints {
  readonly #file: string
  #state: State
  #unsaved = false
  #writing: Promise<void> | undefined
  readonly #flushing = new AbortController()
  #failure: Error | undefined

  /** Opens the checkpoints of this stream. Checkpoints of another stream in the file are discarded. */
  constructor(file: string, streamArn: string) {
    this.#file = file
    const stored = read(file, streamArn)
    this.#state = stored?.streamArn === streamArn ? stored : { streamArn, shards: {} }
    this.isNew = stored?.streamArn !== streamArn
  }

  /** Whether no checkpoints of this stream were stored. */
  readonly isNew: boolean

  /** Returns the sequence number of the shard's last processed record. */
  after(shardId: string): string | undefined {
    return this.#state.shards[shardId]?.after
  }

  isDone(shardId: string): boolean {
    return this.#state.shards[shardId]?.done ?? false
  }

  advance(shardId: string, after: string): void {
    if (this.after(shardId) !== after) this.#set(shardId, { after })
  }

  /** Marks a closed shard as completely processed. */
  finish(shardId: string): void {
    this.#set(shardId, { ...this.#state.shards[shardId], done: true })
  }

  /** Deletes the position of a shard. Its next read starts at the oldest record. */
  forget(shardId: string): void {
    this.#set(shardId, {})
  }

  /**
   * Stores the current state, at most five times per second: the next write includes all later changes. A lost write
   * means that records are delivered twice; none is skipped.
   * @throws the error of an earlier write, once. The current state is stored nevertheless.
   */
  save(): void {
    this.#unsaved = true
    this.#writing ??= this.#write()
    this.#throwFailure()
  }

  /** Resolves when everything is stored; rejects if that fails. */
  async flush(): Promise<void> {
    this.#flushing.abort()
    await this.#writing
    this.#throwFailure()
  }

  #throwFailure(): void {
    const failure = this.#failure
    this.#failure = undefined
    if (failure) throw failure
  }

  async #write(): Promise<void> {
    // Renames a complete file, so that a crash leaves no partial one.
    const temporary = `${this.#file}.tmp`
    try {
      await mkdir(dirname(this.#file), { recursive: true })
      while (this.#unsaved) {
        this.#unsaved = false
        // Without it, a power failure can leave an empty file under the final name.
        await writeFile(temporary, JSON.stringify(this.#state), { flush: true })
        await rename(temporary, this.#file)
        await pause(INTERVAL_MILLISECONDS, this.#flushing.signal)
      }
    } catch (cause) {
      this.#failure = new Error(`checkpoints cannot be written to ${this.#file}`, { cause })
    }
    this.#writing = undefined
  }

  #set(shardId: string, position: State['shards'][string]): void {
    this.#state = { ...this.#state, shards: { ...this.#state.shards, [shardId]: position } }
    this.save()
  }
}

/**
 * Returns the stored state, or undefined if there is none. For an unreadable file, every shard starts at its oldest record: some
 * records are delivered again, and none is skipped.
 */
function read(file: string, streamArn: string): State | undefined {
  try {
    return v.parse(State, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    console.error(`${file} contains no valid checkpoints, so its stream is read again from the start`, error)
    return { streamArn, shards: {} }
  }
}
