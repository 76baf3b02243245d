import type { EpochMs } from '@replywright/contract/time.ts'
import { canonicalNumber } from '../../conversations/canonical-number.ts'
import { PARKED_DAYS, ParkedEntity } from '../../conversations/messages/parked-entity.ts'
import { DAY_MILLISECONDS, dateOf } from '../../platform/clock.ts'
import { eraseObjects } from '../../platform/objects/objects.ts'
import { findObject } from '../../platform/objects/read-objects.ts'
import { rethrowReadError } from '../../platform/paging/page.ts'
import { type Customer, namesOf } from './find-customer.ts'
import { namesCustomer } from './names-customer.ts'

const LARGEST_OBJECT_BYTES = 6 * 1024 * 1024
/** A page is at most 10 MB of items, and 150 MB of objects, which are read one after the other. */
const PAGE = 25

export interface ParkedEvent {
  readonly day: string
  readonly id: string
  readonly reason: string
  readonly raw: string
  readonly object?: string
}

interface ParkedPage {
  readonly found: readonly ParkedEvent[]
  /** Null after the oldest day. */
  readonly next: { readonly id: string; readonly cursor?: string } | null
}

/**
 * Reads up to 25 events of the provider that could not be processed, of all organisations, and returns those that name
 * the customer. `id` is the day, by default today; the days before follow.
 */
export async function readParked(
  customer: Customer,
  { id, cursor }: { readonly id?: string; readonly cursor?: string },
  now: EpochMs,
): Promise<ParkedPage> {
  // Parked events have no organisation: the provider's id of the number shows whose they are.
  const numbers = new Set(customer.numbers.map(({ phoneNumberId }) => phoneNumberId))
  const names = new Set(
    namesOf(customer)
      .map(channelName)
      .flatMap((name) => [name, canonicalNumber(name)]),
  )
  const oldest = dateOf(now - PARKED_DAYS * DAY_MILLISECONDS)
  const found: ParkedEvent[] = []
  let day = id ?? dateOf(now)
  let page = await ParkedEntity.query.byDay({ day }).go({ limit: PAGE, cursor }).catch(rethrowReadError({ cursor }))
  while (page.data.length === 0 && page.cursor === null && day > oldest) {
    day = dayBefore(day)
    page = await ParkedEntity.query.byDay({ day }).go({ limit: PAGE })
  }
  for (const { id: event, reason, raw, object } of page.data) {
    const text = raw ?? (await textOf(object))
    if (namesCustomer(text, { numbers, names }))
      found.push({ day, id: event, reason, raw: text, ...(object !== undefined && { object }) })
  }
  if (page.cursor !== null) return { found, next: { id: day, cursor: page.cursor } }
  return { found, next: day > oldest ? { id: dayBefore(day) } : null }
}

/** Returns a name of `namesOf` as the channel writes it. */
function channelName(name: string): string {
  return name.startsWith('user:') ? name.slice('user:'.length) : name
}

function dayBefore(day: string): string {
  return dateOf(Date.parse(day) - DAY_MILLISECONDS)
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
