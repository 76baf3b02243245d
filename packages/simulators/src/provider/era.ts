/** The rules of the provider that depend on the date. */
export interface Era {
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Which path accepts marketing templates. */
  readonly marketing: 'both' | 'messages' | 'marketing_messages'
  /** Whether messages in the service window that are no template are billed. */
  readonly billsService: boolean
}

/** When each version of the API ends. A version without an announced end is missing. */
export const VERSION_ENDS: Readonly<Record<string, string>> = {
  'v20.0': '2026-09-24',
  'v21.0': '2027-01-21',
  'v22.0': '2027-05-20',
  'v23.0': '2027-10-08',
  'v24.0': '2028-02-18',
  'v25.0': '2028-07-29',
}

/** The path of marketing templates opens, and the other one closes for them. The second date is known from third parties only. */
const MARKETING_PATH = { opens: '2026-09-21', required: '2027-10-14' }
const SERVICE_BILLED = '2026-10-01'

/** Returns the rules of a day, `YYYY-MM-DD`. */
export function eraOf(date: string): Era {
  const { opens, required } = MARKETING_PATH
  const later = date >= required ? 'marketing_messages' : 'both'
  return { date, marketing: date < opens ? 'messages' : later, billsService: date >= SERVICE_BILLED }
}

/** Returns whether a version of the API has ended on a day. */
export function hasEnded(version: string, date: string): boolean {
  const end = VERSION_ENDS[version]
  return end !== undefined && date >= end
}
