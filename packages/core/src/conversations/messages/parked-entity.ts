import { createHash } from 'node:crypto'
import { dateOf, expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { putObject } from '../../platform/objects/objects.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'

export const PARKED_DAYS = 30
/** DynamoDB's item limit is 400 KB; larger data is stored in the bucket. */
const MAX_ITEM_BYTES = 350 * 1024

/** An event of the provider that could not be processed, with its raw JSON or the key of that. Access: all of a day. */
export const ParkedEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'parked', version: '1' },
  attributes: {
    /** `YYYY-MM-DD` in UTC. */
    day: { type: 'string', required: true, readOnly: true },
    id: { type: 'string', required: true, readOnly: true },
    reason: { type: 'string', required: true },
    raw: { type: 'string' },
    /** The key of the object with the raw JSON. */
    object: { type: 'string' },
    parkedAt: { type: 'number', required: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byDay: { pk: key('pk', 'parked#${day}'), sk: key('sk', '${id}') },
  },
}))

/** Stores an event that could not be processed, once, so that nothing from the provider is lost. */
export async function park(reason: string, raw: unknown, now: number): Promise<void> {
  const text = JSON.stringify(raw)
  const id = createHash('sha256').update(text).digest('hex')
  const bytes = Buffer.byteLength(text)
  await ParkedEntity.put({
    day: dateOf(now),
    id,
    reason,
    ...(bytes > MAX_ITEM_BYTES ? { object: await putRaw(id, text) } : { raw: text }),
    parkedAt: now,
    expiresAt: expiryAfter(now, PARKED_DAYS),
  }).go()
  log('message.parked', { parkedId: id, reason, bytes }, { MessagesParked: 1 })
}

/** Stores the raw JSON as an object that expires with the item. Returns its key. */
async function putRaw(id: string, text: string): Promise<string> {
  const key = `parked/${id}.json`
  await putObject(key, Buffer.from(text), 'application/json')
  return key
}
