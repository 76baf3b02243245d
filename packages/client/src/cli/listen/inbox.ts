/** The properties of a listed delivery that decide whether it is forwarded. */
export interface Listed {
  readonly id: string
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly attemptCount: number
}

/** `waiting`: has no attempt yet. `ready`: to be forwarded. `done`: forwarded, or older than the run. */
type State = 'waiting' | 'ready' | 'done'

/** The deliveries that the run knows by id. Lists overlap and change while they are read, so ids are repeated. */
export class Inbox {
  private readonly states = new Map<string, State>()

  /** Adds a page. Returns the number of deliveries that were not known. */
  add(page: readonly Listed[]): number {
    let added = 0
    for (const { id, status, attemptCount } of page) {
      const state = this.states.get(id)
      if (state === undefined) added += 1
      if (state === undefined || state === 'waiting')
        this.states.set(id, attemptCount > 0 || status !== 'pending' ? 'ready' : 'waiting')
    }
    return added
  }

  /** Adds a page of deliveries that are not forwarded. */
  skip(page: readonly Listed[]): void {
    for (const { id } of page) this.states.set(id, 'done')
  }

  /** Returns the ids of the deliveries that can be forwarded, oldest event first. */
  get ready(): string[] {
    return this.idsOf('ready').toSorted()
  }

  /** Returns the ids of the deliveries without an attempt, oldest event first. */
  get waiting(): string[] {
    return this.idsOf('waiting').toSorted()
  }

  /** Records that a delivery was forwarded, or cannot be forwarded. */
  finish(id: string): void {
    this.states.set(id, 'done')
  }

  private idsOf(state: State): string[] {
    return Array.from(this.states)
      .filter(([, each]) => each === state)
      .map(([id]) => id)
  }
}

/** Returns the time of a delivery's event in milliseconds: ids begin with it (UUID version 7 or 8), so they sort by it. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
}
