import { DEFAULT_PROVIDER_BASE_URL } from '@replywright/core/channel/provider/provider-settings.ts'
import { checkEra, type EraResult } from '../support/check-era.ts'

/** Before service messages were billed, today, and after what is announced. */
const DATES = ['2026-09-20', '2026-09-30', '2026-10-01', '2027-01-21', '2027-10-14', '2028-07-29']

/**
 * Sends what the service sends to the provider under the rules of several days, and prints what fails and when. Fails if something does not
 * work today. Further days: `npm run bench -- eras 2029-01-01`.
 */
export async function run(args: readonly string[]): Promise<void> {
  process.env.STAGE ??= 'bench'
  process.env.LOG_LEVEL ??= 'silent'
  const today = new Date().toISOString().slice(0, 10)
  const version = /v\d+\.\d+$/.exec(DEFAULT_PROVIDER_BASE_URL)?.[0] ?? ''
  const results: EraResult[] = []
  for (const date of [...new Set([...DATES, today, ...args])].toSorted())
    results.push(...(await checkEra(date, version)))
  for (const { date, what, problem } of results)
    console.log(`${date}${date === today ? ' (today)' : ''}  ${what}: ${problem ?? 'ok'}`)
  const failing = results.filter(({ date, problem }) => date === today && problem !== undefined)
  if (failing.length > 0) throw new Error(`${failing.length} calls fail today`)
}
