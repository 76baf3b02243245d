import { DEFAULT_PROVIDER_BASE_URL } from '@replywright/core/channel/provider/provider-settings.ts'
import { checkEra, type EraResult } from '../support/check-era.ts'
import { conclude, describeEra } from '../support/describe-eras.ts'

/** Before replies were billed, today, and after what is announced. */
const DATES = ['2026-09-20', '2026-09-30', '2026-10-01', '2027-01-21', '2027-10-14', '2028-07-29']

/**
 * Sends what the service sends to the provider under the rules of several days, and prints what fails and when. Fails if something does not
 * work today. Further days, and the version of a stage: `npm run bench -- eras 2029-01-01 v21.0`.
 */
export async function run(args: readonly string[]): Promise<void> {
  process.env.STAGE ??= 'bench'
  process.env.LOG_LEVEL ??= 'silent'
  const today = new Date().toISOString().slice(0, 10)
  const isVersion = (arg: string) => /^v\d+\.\d+$/.test(arg)
  const unknown = args.find((arg) => !isVersion(arg) && !isDay(arg))
  if (unknown !== undefined) throw new Error(`${unknown}: must be a day such as 2029-01-01, or a version such as v21.0`)
  const version = args.find(isVersion) ?? /v\d+\.\d+$/.exec(DEFAULT_PROVIDER_BASE_URL)?.[0] ?? ''
  const results: EraResult[] = []
  for (const date of [...new Set([...DATES, today, ...args.filter(isDay)])].toSorted()) {
    const ofDay = await checkEra(date, version)
    for (const line of describeEra(date, today, version, ofDay)) console.log(line)
    results.push(...ofDay)
  }
  console.log(conclude(today, version, results))
  const failing = results.filter(({ date, problem }) => date === today && problem !== undefined)
  if (failing.length > 0) throw new Error(`${failing.length} kinds of messages fail today`)
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
