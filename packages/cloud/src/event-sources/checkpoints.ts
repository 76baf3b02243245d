import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'

const State = v.object({
  streamArn: v.string(),
  /** By shard: the last record that is done with, and whether the shard is closed and read to its end. */
  shards: v.record(v.string(), v.object({ after: v.optional(v.string()), done: v.optional(v.boolean()) })),
})
type State = v.InferOutput<typeof State>

/** How far each shard of a stream has been read, kept in a file that is written in the background. */
export class Checkpoints {
  readonly #file: string
  #state: State
  #unsaved = false
  #writing: Promise<void> | undefined
  #failure: Error | undefined

  /** Opens the file's checkpoints of this stream; there are none yet if it speaks of another stream. */
  constructor(file: string, streamArn: string) {
    this.#file = file
    const stored = read(file)
    this.#state = stored?.streamArn === streamArn ? stored : { streamArn, shards: {} }
    this.isNew = stored?.streamArn !== streamArn
  }

  /** Nothing had been stored of this stream. */
  readonly isNew: boolean

  /** Sequence number of the shard's last record that is done with. */
  after(shardId: string): string | undefined {
    return this.#state.shards[shardId]?.after
  }

  isDone(shardId: string): boolean {
    return this.#state.shards[shardId]?.done ?? false
  }

  advance(shardId: string, after: string): void {
    if (this.after(shardId) !== after) this.#set(shardId, { after })
  }

  /** The shard is closed and all of it is done with. */
  finish(shardId: string): void {
    this.#set(shardId, { ...this.#state.shards[shardId], done: true })
  }

  /** Forgets how far a shard has been read: its next reading starts at its oldest record. */
  forget(shardId: string): void {
    this.#set(shardId, {})
  }

  /**
   * Stores what is known now; while a write is under way, the next one takes everything since. Losing the last of it
   * means that records come twice, never that one is left out.
   * @throws what an earlier write failed with.
   */
  save(): void {
    if (this.#failure) throw this.#failure
    this.#unsaved = true
    this.#writing ??= this.#write()
  }

  /** Resolves when everything is stored; rejects when it could not be. */
  async flush(): Promise<void> {
    await this.#writing
    if (this.#failure) throw this.#failure
  }

  async #write(): Promise<void> {
    // Renamed, so that a crash leaves a whole file.
    const temporary = `${this.#file}.tmp`
    try {
      await mkdir(dirname(this.#file), { recursive: true })
      while (this.#unsaved) {
        this.#unsaved = false
        await writeFile(temporary, JSON.stringify(this.#state))
        await rename(temporary, this.#file)
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

function read(file: string): State | undefined {
  try {
    return v.parse(State, JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error(`${file} holds no checkpoints`, { cause: error })
  }
}
