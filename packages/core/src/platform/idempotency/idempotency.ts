import { createHash } from 'node:crypto'
import { keepInteger, stringifyExactJson } from '@replywright/contract/exact-json.ts'
import type { EpochMs } from '@replywright/contract/time.ts'
import type { EntityItem } from 'electrodb'
import { derivedTimeId, newId, timeOfId } from '../clock.ts'
import { conflict, InternalError } from '../errors.ts'
import { log, logError } from '../log/log.ts'
import { entity, key } from '../table/entity.ts'
import { expiresAtAttribute } from '../table/table.ts'
import { writeOnce } from '../table/write-once.ts'

/** The lifetime of an Idempotency-Key, from its first use. */
const KEY_LIFETIME_SECONDS = 86_400
/** The largest response that is stored. An item has at most 400 KB. */
const LARGEST_ANSWER_BYTES = 350 * 1024

interface IdempotentRequest {
  readonly organizationId: string
  /** The header's value. */
  readonly key: string
  /** Method, path and body. */
  readonly content: string
}

type Held = EntityItem<typeof IdempotencyEntity>

/** The state of a request's Idempotency-Key. `id` is the id of the item that the request creates. */
type Claim =
  /** The first run, or the next run after a failed or interrupted one. */
  | { readonly kind: 'first'; readonly id: string; readonly held: Held }
  | { readonly kind: 'repeat'; readonly id: string; readonly response: string }
  | { readonly kind: 'in-progress' }
  | { readonly kind: 'not-stored' }
  | { readonly kind: 'other-request' }

type Outcome = Pick<Held, 'answer' | 'failed' | 'isLarge'>

export interface Once<Result> {
  /** `id` is for the item to create: the same for every run of the request, until the key expires. */
  readonly run: (id: string) => Promise<Result>
  /** Returns the result of a repeat of a request that succeeded, whose result is then not stored. @default the stored result */
  readonly repeat?: (id: string) => Promise<Result>
  /** Whether a result is final. If not, or after an error, the key may be reused at once. @default always */
  readonly isFinal?: (result: Result) => boolean
  /** Called for a repeat of a request that succeeded, before its result is returned. */
  readonly onRepeat?: () => void
}

/**
 * Runs a request once per Idempotency-Key and returns its result. A repeat returns the stored result. A failed request
 * may be repeated, also with a corrected body.
 * @throws ServiceError `conflict` for another request with the same key, while the first one is in progress, and for a
 * repeat of one whose response is too large to store
 */
export async function runOnce<Result>(
  request: IdempotentRequest,
  now: EpochMs,
  { run, repeat, isFinal = () => true, onRepeat }: Once<Result>,
): Promise<Result> {
  const claim = await claimKey(request, now)
  switch (claim.kind) {
    case 'in-progress':
      throw conflict(
        'idempotency_key_in_progress',
        'The first request with this Idempotency-Key is still in progress. Try again.',
        { retryAfterSeconds: 1 },
      )
    case 'not-stored':
      throw conflict(
        'response_not_stored',
        'The first request with this Idempotency-Key succeeded, but its response is too large to return again. Use a new key for another request.',
      )
    case 'other-request':
      throw conflict('idempotency_key_reused', 'This Idempotency-Key was used for another request. Use a new key.')
    case 'repeat':
      log('request.repeated', { organizationId: request.organizationId, source: 'client' }, { Repeats: 1 })
      onRepeat?.()
      return repeat ? await repeat(claim.id) : parseAnswer(claim.response)
    case 'first':
      return await runFirst(
        claim.held,
        () => run(claim.id),
        (result) => {
          if (!isFinal(result)) return { failed: true }
          const answer = repeat || result === undefined ? '' : stringifyExactJson(result)
          return Buffer.byteLength(answer) > LARGEST_ANSWER_BYTES ? { isLarge: true } : { answer }
        },
      )
  }
}

/** Returns the stored result; undefined if the response had no body. */
function parseAnswer(answer: string) {
  return answer === '' ? undefined : JSON.parse(answer, keepInteger)
}

async function runFirst<Result>(
  held: Held,
  run: () => Promise<Result>,
  outcomeOf: (result: Result) => Outcome,
): Promise<Result> {
  const result = await run().catch(async (error: unknown) => {
    await finish(held, { failed: true })
    throw error
  })
  // The request had its effect. The caller gets its result, and the key stays in use.
  await finish(held, outcomeOf(result)).catch((error: unknown) => {
    logError('request.not_stored', error, { organizationId: held.organizationId })
  })
  return result
}

/** Claims the key for a run, or returns why this request must not run. */
async function claimKey({ organizationId, key, content }: IdempotentRequest, now: EpochMs): Promise<Claim> {
  const seconds = Math.floor(now / 1000)
  const run = newId()
  const fingerprint = createHash('sha256').update(content).digest('hex')
  const mine = { organizationId, key, fingerprint, startedAt: now, run }
  const fresh = { ...mine, claim: derivedTimeId(now, 'claim', run), expiresAt: seconds + KEY_LIFETIME_SECONDS }
  const isOwn = (stored: Held) => stored.run === run
  const first = IdempotencyEntity.put(fresh)
    .where((held, { notExists, lt }) => `${notExists(held.run)} OR ${lt(held.expiresAt, seconds)}`)
    .go({ returnOnConditionCheckFailure: 'all_old' })
  const { isWritten, item: held } = await writeOnce(first, isOwn)
  if (isWritten) return { kind: 'first', id: idOf(fresh), held: fresh }
  if (!held) throw new InternalError('the claim of an Idempotency-Key was not returned')
  const decision = decideRepeat(held, fingerprint, now)
  if (decision.kind === 'repeat') return { ...decision, id: idOf(held) }
  if (decision.kind !== 'again') return decision
  const again = { ...mine, claim: held.claim, expiresAt: held.expiresAt }
  const next = IdempotencyEntity.put(again)
    .where((stored, { eq }) => eq(stored.run, held.run))
    .go({ returnOnConditionCheckFailure: 'all_old' })
  if (!(await writeOnce(next, isOwn)).isWritten) return { kind: 'in-progress' }
  return { kind: 'first', id: idOf(again), held: again }
}

function idOf({ claim, fingerprint }: Pick<Held, 'claim' | 'fingerprint'>): string {
  return derivedTimeId(timeOfId(claim), 'request', claim, fingerprint)
}

/** Stores the outcome of a run, unless its claim has expired or belongs to another run. */
async function finish({ organizationId, key, run }: Held, outcome: Outcome): Promise<void> {
  await IdempotencyEntity.patch({ organizationId, key })
    .set(outcome)
    .where((stored, { eq }) => eq(stored.run, run))
    .go({ returnOnConditionCheckFailure: true })
}

/** A request with an Idempotency-Key, and its response. Access: by organisation and key. Kept 24 hours. */
export const IdempotencyEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'idempotency', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true, readOnly: true },
    key: { type: 'string', required: true, readOnly: true },
    /** SHA-256 of method, path and body: another request must not use the key. */
    fingerprint: { type: 'string', required: true },
    startedAt: { type: 'number', required: true },
    /** New at each run. Identifies a run's own claim if the response to the write was lost. */
    run: { type: 'string', required: true },
    /** Time-sorted, new at each first use of the key. The ids of created items derive from it. */
    claim: { type: 'string', required: true },
    /** The last run failed, so that the key can be reused at once. */
    failed: { type: 'boolean' },
    /**
     * The response body as JSON, or empty without one; absent while the request is running, and if it is too large.
     */
    answer: { type: 'string' },
    /** The request succeeded, and its response is too large to store. */
    isLarge: { type: 'boolean' },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byKey: { pk: key('pk', 'idempotency#${organizationId}#${key}'), sk: key('sk', 'idempotency') },
  },
}))

/** An unfinished request counts as interrupted after this time, and may run again. */
export const MAX_RUN_MILLISECONDS = 60_000

/** The last run of a request with an Idempotency-Key. */
interface LastRun {
  readonly fingerprint: string
  readonly startedAt: EpochMs
  readonly failed?: boolean
  /** The stored response; absent while the request is running, and if it is too large to store. */
  readonly answer?: string
  /** The request succeeded, and its response is too large to store. */
  readonly isLarge?: boolean
}

export type Repeat =
  | { readonly kind: 'repeat'; readonly response: string }
  /** The last run failed, or it was interrupted and this request repeats it. */
  | { readonly kind: 'again' }
  | { readonly kind: 'in-progress' }
  /** The last run succeeded, but its response was not stored. */
  | { readonly kind: 'not-stored' }
  | { readonly kind: 'other-request' }

/** Decides what a request does whose key was used before. */
export function decideRepeat(
  { answer, failed, isLarge, startedAt, ...last }: LastRun,
  fingerprint: string,
  now: EpochMs,
): Repeat {
  const isSame = last.fingerprint === fingerprint
  if (answer !== undefined) return isSame ? { kind: 'repeat', response: answer } : { kind: 'other-request' }
  if (isLarge) return { kind: isSame ? 'not-stored' : 'other-request' }
  if (failed || (isSame && startedAt < now - MAX_RUN_MILLISECONDS)) return { kind: 'again' }
  return { kind: isSame ? 'in-progress' : 'other-request' }
}
