import { setTimeout } from 'node:timers/promises'

const MOST_IN_FLIGHT = 100

/** Starts `work` at a rate until a time without waiting for its end. Then waits for all started work. */
export async function atRate(perSecond: number, until: number, work: () => Promise<void>): Promise<void> {
  if (perSecond === 0) return
  const open = new Set<Promise<void>>()
  for (let due = Date.now(); due < until; due += 1000 / perSecond) {
    await setTimeout(Math.max(0, due - Date.now()))
    if (open.size >= MOST_IN_FLIGHT) await Promise.race(open)
    const one = work().finally(() => open.delete(one))
    open.add(one)
  }
  await Promise.all(open)
}
