import { createHash } from 'node:crypto'
import { Entity } from 'electrodb'
import { expiryAfter } from '../clock.ts'
import { log } from '../log.ts'
import { expiresAtAttribute, table } from '../table.ts'

const PARKED_DAYS = 30
/** DynamoDB's item limit is 400 KB; what is larger is kept in part. */
const PARKED_BYTES = 350 * 1024

/** Something of the provider that could not be taken, with its raw JSON. Access: all of a day. */
const ParkedEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'parked', version: '1' },
    attributes: {
      /** `YYYY-MM-DD` in UTC. */
      day: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      reason: { type: 'string', required: true },
      raw: { type: 'string', required: true },
      parkedAt: { type: 'number', required: true },
      expiresAt: { ...expiresAtAttribute, required: true },
    },
    indexes: {
      byDay: {
        pk: { field: 'pk', composite: ['day'], template: 'parked#${day}', casing: 'none' },
        sk: { field: 'sk', composite: ['id'], template: '${id}', casing: 'none' },
      },
    },
  },
  table,
)

/** Keeps what could not be taken, once however often it comes, so that nothing the provider sent is lost. */
export async function park(reason: string, raw: unknown, now: number): Promise<void> {
  const text = JSON.stringify(raw)
  const id = createHash('sha256').update(text).digest('hex')
  await ParkedEntity.put({
    day: new Date(now).toISOString().slice(0, 10),
    id,
    reason,
    raw: Buffer.from(text).subarray(0, PARKED_BYTES).toString(),
    parkedAt: now,
    expiresAt: expiryAfter(now, PARKED_DAYS),
  }).go()
  log('message.parked', { parkedId: id, reason, bytes: text.length }, { MessagesParked: 1 })
}
