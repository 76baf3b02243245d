import type { HealthState, NumberHealth, UnhealthyNumber } from '@replywright/contract/number-health.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import * as v from 'valibot'
import { isoTime, timeOrNull } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import { storedJson } from '../../platform/table/stored-json.ts'

/** What the channel refuses while a problem exists. `initiated`: templates, with which a business writes first. */
const FORBIDDEN = ['nothing', 'initiated', 'replies', 'everything'] as const

const Problem = v.looseObject({
  /** The channel's own word. */
  code: v.string(),
  /** What is wrong, and what to do. */
  text: v.string(),
  state: v.picklist(['warned', 'restricted', 'blocked']),
  forbids: v.optional(v.picklist(FORBIDDEN), 'nothing'),
  since: v.number(),
  /** When it ends by itself. */
  until: v.optional(v.number()),
})
export type Problem = v.InferOutput<typeof Problem>

/** A fact of a number, and the time of the notice that reported it. */
const Fact = v.looseObject({ value: v.string(), at: v.number() })
/** What the channel reports about one topic. A notice replaces the problems of its topics; a late notice replaces nothing. */
const Topic = v.looseObject({ at: v.number(), problems: v.array(Problem) })

const StoredHealth = v.looseObject({
  quality: v.optional(Fact),
  messagingLimit: v.optional(Fact),
  topics: v.optional(v.record(v.string(), Topic), {}),
})
export type Health = v.InferOutput<typeof StoredHealth>

/** The attribute `health` of a number. */
export const storedHealth = storedJson('health', StoredHealth)

/** Returns the stored health of a number; that of a number without notices is empty. */
export function healthOf({ health }: { readonly health?: string | undefined }): Health {
  return health === undefined ? { topics: {} } : storedHealth.parse(health, undefined)
}

/** What a notice of a channel changes. */
export interface HealthChange {
  /** When the channel reports that it happened. */
  readonly at: EpochMs
  readonly quality?: string | undefined
  readonly messagingLimit?: string | undefined
  /** The problems of each topic from then on, without `since`; none if the topic is in order. */
  readonly topics: Readonly<Record<string, readonly RaisedProblem[]>>
}
export type RaisedProblem = Pick<Problem, 'code' | 'text' | 'state'> & {
  readonly forbids?: (typeof FORBIDDEN)[number]
  readonly until?: EpochMs | undefined
}

/** More topics, of templates and forms, are not stored. Those that matter least are removed first, of several the oldest. */
const MOST_TOPICS = 60

/**
 * Returns the health after a change. An older change does not replace a newer one of the same topic. A problem that is reported
 * again keeps its `since`. Problems that have ended by `now` are removed.
 */
export function changeHealth(health: Health, change: HealthChange, now: EpochMs): Health {
  const { at, quality, messagingLimit } = change
  const topics = new Map(Object.entries(health.topics))
  for (const [name, raised] of Object.entries(change.topics)) {
    const known = topics.get(name)
    if (known && known.at > at) continue
    const problems = raised.map((problem): Problem => {
      const before = known?.problems.find(({ code, until }) => code === problem.code && !hasEnded({ until }, at))
      const { code, text, state, forbids = 'nothing', until } = problem
      return { code, text, state, forbids, since: before?.since ?? at, ...(until !== undefined && { until }) }
    })
    topics.set(name, { at, problems })
  }
  const live = [...topics].map(([name, { problems, ...topic }]): [string, Health['topics'][string]] => [
    name,
    { ...topic, problems: problems.filter((problem) => !hasEnded(problem, now)) },
  ])
  return {
    ...health,
    ...(isNewer(health.quality, at) && quality !== undefined && { quality: { value: quality, at } }),
    ...(isNewer(health.messagingLimit, at) &&
      messagingLimit !== undefined && { messagingLimit: { value: messagingLimit, at } }),
    topics: Object.fromEntries(
      live.toSorted(([, a], [, b]) => weight(b) - weight(a) || b.at - a.at).slice(0, MOST_TOPICS),
    ),
  }
}

function weight({ problems }: Health['topics'][string]): number {
  return Math.max(0, ...problems.map(({ state }) => ORDER.indexOf(state)))
}

function isNewer(known: v.InferOutput<typeof Fact> | undefined, at: EpochMs): boolean {
  return known === undefined || known.at <= at
}

function hasEnded({ until }: Pick<Problem, 'until'>, now: EpochMs): boolean {
  return until !== undefined && until <= now
}

/** Returns the problems that exist at `now`, oldest first. */
export function problemsAt({ topics }: Health, now: EpochMs): Problem[] {
  return Object.values(topics)
    .flatMap(({ problems }) => problems)
    .filter((problem) => !hasEnded(problem, now))
    .toSorted((a, b) => a.since - b.since)
}

const ORDER: readonly HealthState[] = ['ok', 'warned', 'restricted', 'blocked']

/** Returns the health as the API and events show it. */
export function viewHealth(health: Health, now: EpochMs): NumberHealth {
  const problems = problemsAt(health, now)
  return {
    state: ORDER[weight({ at: now, problems })] ?? 'ok',
    quality: health.quality?.value ?? null,
    messagingLimit: health.messagingLimit?.value ?? null,
    problems: problems.map(({ code, text, since, until }) => ({
      code,
      text,
      since: isoTime(since),
      until: timeOrNull(until),
    })),
  }
}

/** Numbers that are shown. */
const SHOWN = 10

/** Returns the numbers with problems as the dashboard shows them, the worst first. */
export function unhealthyOf(
  numbers: readonly { readonly number: string; readonly health?: string | undefined }[],
  now: EpochMs,
): UnhealthyNumber[] {
  return numbers
    .filter(({ health }) => health !== undefined)
    .map((item) => ({ number: item.number, health: viewHealth(healthOf(item), now) }))
    .filter(({ health }) => health.state !== 'ok')
    .toSorted((a, b) => ORDER.indexOf(b.health.state) - ORDER.indexOf(a.health.state))
    .slice(0, SHOWN)
}

/** Returns the problem that forbids a message of a number at `now`; of several, the one that lasts longest. */
export function findRestriction(
  number: { readonly health?: string | undefined },
  kind: 'initiated' | 'replies',
  now: EpochMs,
): Problem | undefined {
  if (number.health === undefined) return undefined
  return problemsAt(healthOf(number), now)
    .filter(({ forbids }) => forbids === kind || forbids === 'everything')
    .toSorted((a, b) => (b.until ?? Number.POSITIVE_INFINITY) - (a.until ?? Number.POSITIVE_INFINITY))[0]
}

/**
 * Refuses a message that the channel would refuse. A template counts as written first, any other message as a reply.
 * @throws ServiceError `number_restricted`
 */
export function requireUnrestricted(
  number: { readonly health?: string | undefined },
  { template }: { readonly template?: unknown },
  now: EpochMs,
): void {
  const problem = findRestriction(number, template ? 'initiated' : 'replies', now)
  if (problem) throw numberRestricted(problem)
}

function numberRestricted({ code, text, until }: Problem): ServiceError {
  return new ServiceError(
    'number_restricted',
    `The messaging provider restricts the number (${code}). ${text} Nothing was sent.`,
    undefined,
    { until: timeOrNull(until) },
  )
}
