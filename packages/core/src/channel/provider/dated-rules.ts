import type { EpochMs } from '@replywright/contract/time.ts'
import { DAY_MILLISECONDS, dateOf } from '../../platform/clock.ts'
import type { DatedRules } from '../port.ts'

/** Versions of the provider's API with the days when they began and end, from its table of 2026-10-29. */
const VERSIONS: readonly { readonly name: string; readonly from: string; readonly until?: string }[] = [
  { name: 'v21.0', from: '2024-10-02', until: '2027-01-21' },
  { name: 'v22.0', from: '2025-01-21', until: '2027-05-20' },
  { name: 'v23.0', from: '2025-05-29', until: '2027-10-08' },
  { name: 'v24.0', from: '2025-10-08', until: '2028-02-18' },
  { name: 'v25.0', from: '2026-02-18', until: '2028-07-29' },
  { name: 'v26.0', from: '2026-07-29' },
]

/** Rules that end, other than versions of the API, with what the end concerns. */
const OTHERS = [
  {
    name: 'marketing templates as other messages',
    until: '2027-10-13',
    note: 'concerns the accounts that the check of numbers names',
  },
]

/** How long before its end a rule is told. */
const TOLD_DAYS = 180
const OLD_DAYS = 548

/** Returns what ends at the provider, for a stage with this base URL of its API. */
export function datedRules(baseUrl: string, now: EpochMs): DatedRules {
  const used = /\/(v\d+\.\d+)$/.exec(baseUrl)?.[1]
  const versions = VERSIONS.map(({ name, until }) => ({
    name: `Graph API ${name}`,
    until,
    note: name === used ? 'this stage uses it' : 'not used by this stage',
  }))
  const ends = [...versions, ...OTHERS]
    .flatMap(({ until, ...rule }) => (until === undefined ? [] : [{ ...rule, days: daysUntil(until, now) }]))
    .filter(({ days }) => days >= 0 && days <= TOLD_DAYS)
    .toSorted((a, b) => a.days - b.days)
    .map(({ name, days, note }) => `${inDays(days)}: ${name} (${note})`)
  return { ends, ...judgeVersion(used, now) }
}

function judgeVersion(used: string | undefined, now: EpochMs): Pick<DatedRules, 'problem' | 'hasEnded'> {
  const version = VERSIONS.find(({ name }) => name === used)
  if (!version)
    return used !== undefined && isOlder(used)
      ? { hasEnded: true, problem: `this stage uses ${used}, which has ended` }
      : { hasEnded: false }
  const { name, from, until } = version
  const days = until === undefined ? undefined : daysUntil(until, now)
  if (days !== undefined && days <= 0)
    return { hasEnded: true, problem: `this stage uses ${name}, which ended on ${until}` }
  if (days !== undefined && days <= TOLD_DAYS)
    return { hasEnded: false, problem: `this stage uses ${name}, which ends ${inDays(days)}, on ${until}` }
  const end = until === undefined ? '' : ` and ends on ${until}`
  return -daysUntil(from, now) > OLD_DAYS
    ? { hasEnded: false, problem: `this stage uses ${name}, which is older than 18 months${end}` }
    : { hasEnded: false }
}

/** Returns whether a version is older than all that the table has. */
function isOlder(name: string): boolean {
  const [oldest] = VERSIONS
  return oldest !== undefined && Number(name.slice(1)) < Number(oldest.name.slice(1))
}

function inDays(days: number): string {
  if (days === 0) return 'today'
  return `in ${days} ${days === 1 ? 'day' : 'days'}`
}

/** Returns the days from today to a day, `YYYY-MM-DD`, in UTC. */
function daysUntil(date: string, now: EpochMs): number {
  return Math.round((Date.parse(date) - Date.parse(dateOf(now))) / DAY_MILLISECONDS)
}
