import { createHash } from 'node:crypto'
import { keepInteger, stringifyExactJson } from '@messaging/contract/exact-json.ts'
import type { EntityItem } from 'electrodb'
import { derivedTimeId, newId, timeOfId } from '../clock.ts'
import { conflict, InternalError } from '../errors.ts'
import { log, logError } from '../log/log.ts'
import { writeOnce } from '../table/write-once.ts'
import { decideRepeat } from './decide-repeat.ts'
import { IdempotencyEntity } from './idempotency-entity.ts'

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
  /** Whether a repeat returns the stored result. Otherwise it calls `run` again. @default true */
  readonly keepsResult?: boolean
  /** Whether a result is final. If not, or after an error, the key may be reused at once. @default always */
  readonly isFinal?: (result: Result) => boolean
  /** Called for a repeat of a request that succeeded, before its result is returned. */
  readonly onRepeat?: () => void
}

/**
 * Runs a request once per Idempotency-Key and returns its result. A repeat returns the stored result. A failed request
 * may be repeated, also with a corrected body. `now` in milliseconds.
 * @throws ServiceError `conflict` for another request with the same key, while the first one is in progress, and for a
 * repeat of one whose response is too large to store
 */
export async function runOnce<Result>(
  request: IdempotentRequest,
  now: number,
  { run, keepsResult = true, isFinal = () => true, onRepeat }: Once<Result>,
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
      return keepsResult ? parseAnswer(claim.response) : await run(claim.id)
    case 'first':
      return await runFirst(
        claim.held,
        () => run(claim.id),
        (result) => {
          if (!isFinal(result)) return { failed: true }
          const answer = keepsResult && result !== undefined ? stringifyExactJson(result) : ''
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
async function claimKey({ organizationId, key, content }: IdempotentRequest, now: number): Promise<Claim> {
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
