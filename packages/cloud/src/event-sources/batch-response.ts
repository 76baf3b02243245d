import { isList, isObject } from '../json.ts'

/**
 * Returns the items of a batch that a function reports as failed (`ReportBatchItemFailures`). No list, or an empty one,
 * means none. An invalid report, or one with an unknown item, means all.
 */
export function failedItems(response: unknown, ids: readonly string[]): ReadonlySet<string> {
  const all = new Set(ids)
  if (response === null || response === undefined || response === '') return new Set()
  if (!isObject(response)) return all
  const failures = response.batchItemFailures ?? []
  if (!isList(failures)) return all
  const failed = new Set<string>()
  for (const failure of failures) {
    const id = isObject(failure) ? failure.itemIdentifier : undefined
    if (typeof id !== 'string' || !all.has(id)) return all
    failed.add(id)
  }
  return failed
}
