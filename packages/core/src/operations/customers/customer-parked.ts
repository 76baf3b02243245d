import { PARKED_DAYS, ParkedEntity } from '../../conversations/messages/parked-entity.ts'
import { eraseObjects } from '../../platform/objects/objects.ts'
import { findObject } from '../../platform/objects/read-objects.ts'
import type { Customer } from './find-customer.ts'

const DAY_MILLISECONDS = 86_400_000
const LARGEST_OBJECT_BYTES = 6 * 1024 * 1024

export interface ParkedEvent {
  readonly day: string
  readonly id: string
  readonly reason: string
  readonly raw: string
  readonly object?: string
}

/** Returns the events of the provider that could not be processed and name the customer. Reads 31 partitions. */
export async function findParked({ name, places }: Customer, now: number): Promise<ParkedEvent[]> {
  const days = Array.from({ length: PARKED_DAYS + 1 }, (_, ago) =>
    new Date(now - ago * DAY_MILLISECONDS).toISOString().slice(0, 10),
  )
  const read = await Promise.all(days.map((day) => ParkedEntity.query.byDay({ day }).go({ pages: 'all' })))
  const events = await Promise.all(
    read
      .flatMap(({ data }) => data)
      .map(async ({ day, id, reason, raw, object }) => ({
        day,
        id,
        reason,
        object,
        raw: raw ?? (await textOf(object)),
      })),
  )
  // Parked events have no organisation: the provider's id of the number shows whose they are.
  const numbers = places.map(({ number }) => JSON.stringify(number.phoneNumberId))
  return events.filter(({ raw }) => raw.includes(name) && numbers.some((id) => raw.includes(id)))
}

async function textOf(object: string | undefined): Promise<string> {
  const found = object === undefined ? undefined : await findObject(object, LARGEST_OBJECT_BYTES)
  return found?.bytes ? new TextDecoder().decode(found.bytes) : ''
}

/** Deletes a parked event. Idempotent. */
export async function eraseParked({ day, id, object }: ParkedEvent): Promise<void> {
  if (object !== undefined) await eraseObjects([object])
  await ParkedEntity.delete({ day, id }).go()
}
