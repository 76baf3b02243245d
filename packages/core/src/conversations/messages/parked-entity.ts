import { createHash } from 'node:crypto'
import type { EpochMs } from '@replywright/contract/time.ts'
import { DAY_MILLISECONDS, dateOf, expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { putObject } from '../../platform/objects/objects.ts'
import { ShortCache } from '../../platform/short-cache.ts'
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
export async function park(reason: string, raw: unknown, now: EpochMs): Promise<void> {
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

/** The unknown numbers of which an event was noted, by day, number and kind. */
const noted = new ShortCache<true>(DAY_MILLISECONDS)

/**
 * Notes once a day that events of a kind arrive for a number that nobody here has connected: they concern customers of
 * somebody else, so their content is not stored.
 */
export async function noteUnknownNumber(kind: string, phoneNumberId: string, now: EpochMs): Promise<void> {
  log('message.ignored', { reason: 'unknown_number', kind, phoneNumberId })
  const raw = { day: dateOf(now), kind, phoneNumberId }
  const key = JSON.stringify(raw)
  if (noted.get(key, now)) return
  await park(`events of the unknown number ${phoneNumberId.slice(0, MAX_ID_LENGTH)}`, raw, now)
  noted.set(key, true, now)
}

/** Maximum length of an id in a reason. */
const MAX_ID_LENGTH = 40

/** Stores the raw JSON as an object that expires with the item. Returns its key. */
async function putRaw(id: string, text: string): Promise<string> {
  const key = `parked/${id}.json`
  await putObject(key, Buffer.from(text), 'application/json')
  return key
}
