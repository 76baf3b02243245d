import { Inbox, type Listed, timeOfId } from './inbox.ts'

/** A page of deliveries, newest event first. `next` is the URL of older deliveries. */
export interface Page {
  readonly next: string | null
  readonly results: readonly Listed[]
}

/** Deliveries may be stored this long after their event, and lists are ordered by the time of the event. */
const LATE_MS = 600_000
/** Between lists of the whole time in which deliveries may be late. Other lists end where nothing is new. */
const SWEEP_MS = 30_000
/** Limits the requests for a webhook with many deliveries. */
const MAX_SWEEP_PAGES = 5

/** Finds new deliveries by listing the latest ones again and again. */
export class Follower {
  readonly inbox = new Inbox()
  private readonly list: (since: number, cursor: string | undefined) => Promise<Page>
  private sweptAt: number
  /** Older events are ignored. */
  private floor = 0

  constructor(list: (since: number, cursor: string | undefined) => Promise<Page>, startedAt: number) {
    this.list = list
    this.sweptAt = startedAt
  }

  /** Adds the deliveries of the last `sinceMs` milliseconds. Skips the older ones, which would seem to be new later. */
  async start(sinceMs: number): Promise<void> {
    const first = this.sweptAt - sinceMs
    const isOld = ({ id }: Listed) => sinceMs === 0 || timeOfId(id) < first
    await this.read(Math.min(first, this.sweptAt - LATE_MS), (results, pages) => {
      this.inbox.skip(results.filter(isOld))
      this.inbox.add(results.filter((each) => !isOld(each)))
      const oldest = results.at(-1)
      const isEnough = pages >= MAX_SWEEP_PAGES && oldest !== undefined && isOld(oldest)
      if (isEnough) this.floor = timeOfId(oldest.id)
      return isEnough
    })
  }

  /** Adds the deliveries that are new, and updates those that had no attempt. `now` in milliseconds. */
  async poll(now: number): Promise<void> {
    const isSweep = now - this.sweptAt >= SWEEP_MS
    const since = Math.max(this.floor, Math.min(this.sweptAt - LATE_MS, ...this.inbox.waiting.map(timeOfId)))
    await this.read(since, (results, pages) => {
      const isKnown = this.inbox.add(results) === 0 && results.length > 0
      return isKnown && (!isSweep || pages >= MAX_SWEEP_PAGES)
    })
    if (!isSweep) return
    this.sweptAt = now
    this.inbox.forget(since)
  }

  /** Reads pages until `take` returns true, or until the last page. */
  private async read(since: number, take: (results: readonly Listed[], pages: number) => boolean): Promise<void> {
    let cursor: string | undefined
    for (let pages = 1; ; pages++) {
      const { results, next } = await this.list(since, cursor)
      if (take(results, pages) || next === null) return
      cursor = new URL(next, 'http://next').searchParams.get('cursor') ?? undefined
    }
  }
}
