import { createHash } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import { derivedTimeId, newId, timeOfId } from '../clock.ts'
import { ServiceError } from '../errors.ts'
import { log } from '../log/log.ts'
import { Entity, key } from '../table/entity.ts'
import { expiresAtAttribute, table } from '../table/table.ts'

/** How long an Idempotency-Key is remembered after its first use. */
const KEPT_SECONDS = 86_400
/** After this time a request that never finished was cut off, and may be run again. */
const RUNNING_MILLISECONDS = 60_000

/** A request that carried an Idempotency-Key, and its answer. Access: by organisation and key. Kept 24 hours. */
const IdempotencyEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'idempotency', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      key: { type: 'string', required: true, readOnly: true },
      /** SHA-256 of method, path and body: another request must not use the key. */
      fingerprint: { type: 'string', required: true },
      startedAt: { type: 'number', required: true },
      /** New at each run, to know its own claim by when the answer to it was lost. */
      run: { type: 'string', required: true },
      /** Time-sorted, new at each first use of the key. What the request creates gets an id that derives from it. */
      claim: { type: 'string', required: true },
      /** The last run failed, so that the key can be used at once. */
      failed: { type: 'boolean' },
      /** The answer's body as JSON; absent while the request is being answered. */
      answer: { type: 'string' },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byKey: {
        pk: key('pk', 'idempotency#${organizationId}#${key}'),
        sk: key('sk', 'idempotency'),
      },
    },
  },
  table,
)

export interface IdempotentRequest {
  readonly organizationId: string
  /** The header's value. */
  readonly key: string
  /** Method, path and body. */
  readonly content: string
}

type Claim = EntityItem<typeof IdempotencyEntity>

/**
 * Runs a request once for its Idempotency-Key and returns its result. A repeat gets the stored result; with `keepsResult`
 * false it calls `run` again. `run` gets an id for what it creates. Every run of the same request gets the same id, until the
 * key expires. A request that failed may be repeated, and corrected. `now` in milliseconds.
 * @throws ServiceError `conflict` for another request under the same key, and while the first one is running
 */
export async function runOnce<Result>(
  request: IdempotentRequest,
  now: number,
  run: (id: string) => Promise<Result>,
  keepsResult = true,
): Promise<Result> {
  const claim = await claimKey(request, now)
  const id = derivedTimeId(timeOfId(claim.claim), 'request', claim.claim, claim.fingerprint)
  if (claim.answer !== undefined) {
    log('request.repeated', { organizationId: claim.organizationId, source: 'client' }, { Repeats: 1 })
    return keepsResult ? JSON.parse(claim.answer) : await run(id)
  }
  try {
    const result = await run(id)
    await finish(claim, { answer: keepsResult ? JSON.stringify(result) : 'null' })
    return result
  } catch (error) {
    await finish(claim, { failed: true })
    throw error
  }
}

/** Takes the key for a run, or returns the claim of the run that has finished. */
async function claimKey({ organizationId, key, content }: IdempotentRequest, now: number): Promise<Claim> {
  const seconds = Math.floor(now / 1000)
  const run = newId()
  const fingerprint = createHash('sha256').update(content).digest('hex')
  const mine = { organizationId, key, fingerprint, startedAt: now, run }
  const fresh = { ...mine, claim: derivedTimeId(now, 'claim', run), expiresAt: seconds + KEPT_SECONDS }
  // The SDK repeats a write whose response was lost, so that each write accepts its own `run`.
  const first = await IdempotencyEntity.put(fresh)
    .where((held, { notExists, lt, eq }) =>
      [notExists(held.run), lt(held.expiresAt, seconds), eq(held.run, run)].join(' OR '),
    )
    .go({ returnOnConditionCheckFailure: 'all_old' })
  if (!first.rejected) return fresh
  if (!first.data) throw new Error('the claim of an Idempotency-Key was not returned')
  const held = first.data
  if (held.answer !== undefined && held.fingerprint === fingerprint) return held
  if (!mayRunAgain(held, fingerprint, now)) throw held.fingerprint === fingerprint ? stillRunning() : usedForAnother()
  const again = { ...mine, claim: held.claim, expiresAt: held.expiresAt }
  const { rejected } = await IdempotencyEntity.put(again)
    .where((stored, { eq }) => `${eq(stored.run, held.run)} OR ${eq(stored.run, run)}`)
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) throw stillRunning()
  return again
}

/** Whether the last run failed, or was cut off and this is a repeat of it. */
function mayRunAgain({ answer, failed, startedAt, ...held }: Claim, fingerprint: string, now: number): boolean {
  if (answer !== undefined) return false
  return failed === true || (held.fingerprint === fingerprint && startedAt < now - RUNNING_MILLISECONDS)
}

/** Stores how a run ended, unless its claim has expired or belongs to another run. */
async function finish({ organizationId, key, run }: Claim, outcome: Pick<Claim, 'answer' | 'failed'>): Promise<void> {
  await IdempotencyEntity.patch({ organizationId, key })
    .set(outcome)
    .where((stored, { eq }) => eq(stored.run, run))
    .go({ returnOnConditionCheckFailure: true })
}

function usedForAnother(): ServiceError {
  return new ServiceError('conflict', 'This Idempotency-Key was used for another request. Use a new key.')
}

function stillRunning(): ServiceError {
  return new ServiceError('conflict', 'The first request with this Idempotency-Key is still being answered; try again.')
}
