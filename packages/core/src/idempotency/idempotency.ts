import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { newId } from '../clock.ts'
import { ServiceError } from '../errors.ts'
import { log } from '../log.ts'
import { expiresAtAttribute, table } from '../table.ts'

/** How long an answer is kept for its Idempotency-Key. */
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
      /** The answer's body as JSON; absent while the request is being answered. */
      answer: { type: 'string' },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byKey: {
        pk: {
          field: 'pk',
          composite: ['organizationId', 'key'],
          template: 'idempotency#${organizationId}#${key}',
          casing: 'none',
        },
        sk: { field: 'sk', composite: [], template: 'idempotency', casing: 'none' },
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

/**
 * Runs a request once for its Idempotency-Key: a repeat gets the first one's answer. 409 for another request under the same
 * key, and while the first is still being answered. A request that failed may be repeated.
 */
export async function runOnce<Answer>(
  { organizationId, key, content }: IdempotentRequest,
  now: number,
  run: () => Promise<Answer>,
  readAnswer: (answer: string) => Answer,
): Promise<Answer> {
  const fingerprint = createHash('sha256').update(content).digest('hex')
  const expiresAt = Math.floor(now / 1000) + KEPT_SECONDS
  const item = { organizationId, key, fingerprint, startedAt: now, run: newId(), expiresAt }
  const claimed = await IdempotencyEntity.put(item)
    .where(
      ({ startedAt, answer, expiresAt }, { notExists, lt }) =>
        `${notExists(startedAt)} OR ${lt(expiresAt, Math.floor(now / 1000))} OR (${notExists(answer)} AND ${lt(startedAt, now - RUNNING_MILLISECONDS)})`,
    )
    .go({ returnOnConditionCheckFailure: 'all_old' })
  if (claimed.rejected && claimed.data?.run !== item.run) {
    if (claimed.data?.fingerprint !== fingerprint)
      throw new ServiceError('conflict', 'This Idempotency-Key was used for another request. Use a new key.')
    if (claimed.data.answer === undefined)
      throw new ServiceError(
        'conflict',
        'The first request with this Idempotency-Key is still being answered; try again.',
      )
    log('request.repeated', { organizationId, source: 'client' }, { Repeats: 1 })
    return readAnswer(claimed.data.answer)
  }
  try {
    const answer = await run()
    await IdempotencyEntity.patch({ organizationId, key })
      .set({ answer: JSON.stringify(answer) })
      .go()
    return answer
  } catch (error) {
    await IdempotencyEntity.delete({ organizationId, key }).go()
    throw error
  }
}
