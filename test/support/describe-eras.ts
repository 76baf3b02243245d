import { eraOf, VERSION_ENDS } from '@replywright/simulators/provider/era.ts'
import type { EraResult } from './check-era.ts'

const MARKETING = {
  both: 'marketing templates on either path',
  messages: 'marketing templates as other messages only',
  marketing_messages: 'marketing templates on their own path only',
} as const

/** Returns what an operator reads about one day: its rules, how many calls work, and which fail. `results` are those of the day. */
export function describeEra(date: string, today: string, version: string, results: readonly EraResult[]): string[] {
  const { marketing, billsService } = eraOf(date)
  const ended = Object.keys(VERSION_ENDS).filter((name) => date >= (VERSION_ENDS[name] ?? ''))
  const rules = [
    MARKETING[marketing],
    billsService ? 'replies are billed' : 'replies are free',
    ended.length === 0 ? 'no version has ended' : `${ended.at(-1)} and older have ended`,
  ]
  const failing = results.filter(({ problem }) => problem !== undefined)
  const works = `${results.length - failing.length} of ${results.length} kinds of messages are accepted with ${version}`
  return [
    `${date}${date === today ? ' (today)' : ''}  ${works}: ${rules.join(', ')}`,
    ...[...Map.groupBy(failing, ({ problem }) => problem)].map(
      ([problem, same]) => `  fails: ${same.map(({ what }) => what).join(', ')}: ${problem}`,
    ),
  ]
}

/** Returns the conclusion: from which of the days on something fails, and what to do. */
export function conclude(today: string, version: string, results: readonly EraResult[]): string {
  const days = results.flatMap(({ date, problem }) => (problem === undefined ? [] : [date])).toSorted()
  // Past days tell what worked before a rule changed.
  const first = days.find((date) => date >= today)
  if (first === undefined) return `Nothing fails with ${version} from today on, as far as rules are announced.`
  const end = VERSION_ENDS[version]
  const remedy =
    end !== undefined && end <= first
      ? `${version} ends on ${end}: set a newer version with npm run ops -- provider set --base-url ….`
      : 'The service must be changed before.'
  return `From ${first} on, messages fail with ${version}. ${remedy}`
}
