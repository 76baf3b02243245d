import { eraseCustomer, exportCustomer } from '@messaging/contract/customers.ts'
import { call } from '../api/call.ts'

/** Numbers of erased records by type. */
export type Erased = Readonly<Record<string, number>>

const LONGEST_WAIT_SECONDS = 600

/** Reads all records of a customer as JSON Lines. `onProgress` receives the number of records so far. */
export async function exportAll(customer: string, onProgress: (records: number) => void): Promise<readonly string[]> {
  const lines: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const step = await call(exportCustomer, { params: { customer }, query: cursor === undefined ? {} : { cursor } })
    for (const record of step.records) lines.push(JSON.stringify(record))
    onProgress(lines.length)
    cursor = step.next
  }
  return lines
}

/** Erases all data of a customer. `onProgress` receives the counts so far, and the seconds to wait before the next step. */
export async function eraseAll(
  customer: string,
  onProgress: (erased: Erased, waitSeconds: number) => void,
): Promise<Erased> {
  let erased: Erased = {}
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const step = await call(eraseCustomer, { params: { customer }, query: cursor === undefined ? {} : { cursor } })
    erased = sum(erased, step.erased)
    for (let left = Math.min(step.waitSeconds, LONGEST_WAIT_SECONDS); left > 0; left--) {
      onProgress(erased, left)
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
    onProgress(erased, 0)
    cursor = step.next
  }
  return erased
}

export function sum(one: Erased, other: Erased): Erased {
  const total: Record<string, number> = { ...one }
  for (const [type, count] of Object.entries(other)) total[type] = (total[type] ?? 0) + count
  return total
}
