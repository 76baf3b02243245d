import type { EpochMs } from '@replywright/contract/time.ts'
import { changeHealth, findRestriction, healthOf, viewHealth } from '../../channel/numbers/health.ts'
import { NOTICE_DAYS, NumberNoticeEntity } from '../../channel/numbers/notice-entity.ts'
import { NumberEntity, type NumberItem } from '../../channel/numbers/number-entity.ts'
import { findNumber, listNumbers } from '../../channel/numbers/numbers.ts'
import type { ChannelNotice } from '../../channel/port.ts'
import { AccountEntity } from '../../channel/provider/accounts/account-entity.ts'
import { DeliveryEntity } from '../../deliveries/delivery-entity.ts'
import { numberHealthEnvelope } from '../../deliveries/envelope.ts'
import { newDeliveries, writePayloads } from '../../deliveries/new-delivery.ts'
import { derivedTimeId, expiryAfter } from '../../platform/clock.ts'
import { log } from '../../platform/log/log.ts'
import { CONFLICT_TRIES, retryConflict, transact } from '../../platform/table/transact.ts'
import { subscribersOf } from '../conversation-deliveries.ts'
import { HeldTurnsRequestEntity, newHeldTurnsRequest } from '../held-turns/held-turn-entity.ts'
import { park } from '../messages/parked-entity.ts'

/** A notice as it arrived: `raw` is its JSON. */
interface Received {
  readonly notice: ChannelNotice
  readonly raw: string
  readonly now: EpochMs
}

/**
 * Applies a notice to the number that it is about, or to all numbers of its account: the health of the number, the notice and the
 * events for webhooks are one write. A repeated notice changes nothing. A notice about no number of this service is parked.
 */
export async function handleNotice(given: ChannelNotice, raw: unknown, now: EpochMs): Promise<void> {
  const notice = { ...given, at: Math.min(given.at, now) }
  const numbers = await numbersOf(notice)
  if (numbers.length === 0)
    return await park(`a notice of ${notice.field} about an unknown number or account`, raw, now)
  const received = { notice, raw: JSON.stringify(raw), now }
  await Promise.all(numbers.map((number) => applyNotice(number, received)))
}

async function numbersOf({ waId, phoneNumberId, number: digits }: ChannelNotice): Promise<NumberItem[]> {
  if (phoneNumberId !== undefined) {
    const number = await findNumber(phoneNumberId)
    return number ? [number] : []
  }
  if (waId === undefined) return []
  const { data: accounts } = await AccountEntity.query.byWaId({ waId }).go({ pages: 'all' })
  const numbers = await Promise.all(
    accounts.map(async ({ organizationId, id }) =>
      (await listNumbers(organizationId)).filter(({ accountId }) => accountId === id),
    ),
  )
  return numbers.flat().filter(({ number }) => digits === undefined || number === digits)
}

/** Applies a notice to one number, once. */
export async function applyNotice(number: NumberItem, received: Received): Promise<void> {
  const { notice } = received
  const { organizationId, phoneNumberId } = number
  const id = derivedTimeId(notice.at, notice.field, received.raw)
  let stored: NumberItem | undefined = number
  const after = await retryConflict(CONFLICT_TRIES, 'The number was changed concurrently. Try again.', async () => {
    // The number was disconnected.
    if (stored?.id !== number.id) return 'repeated'
    const written = await writeNotice(stored, id, received)
    if (written) return written
    const { data } = await NumberNoticeEntity.get({ phoneNumberId, id }).go({ consistent: true })
    if (data) return 'repeated'
    stored = await findNumber(phoneNumberId)
    return undefined
  })
  if (after === 'repeated') return
  const { field, code } = notice
  log('number.health', { organizationId, numberId: number.id, field, code, state: after.state }, { NumberNotices: 1 })
}

/** Returns the health after a notice, or undefined if the number was changed concurrently, or the notice is stored already. */
async function writeNotice(stored: NumberItem, id: string, { notice, raw, now }: Received) {
  const { organizationId, phoneNumberId, healthRevision } = stored
  const health = changeHealth(healthOf(stored), notice, now)
  const before = viewHealth(healthOf(stored), now)
  const after = viewHealth(health, now)
  const { field, code, at } = notice
  const cause = { field, code, notice: notice.notice }
  const envelope = numberHealthEnvelope(now, stored.number, { before, after, cause })
  const webhooks = await subscribersOf(stored, envelope.event)
  const events = await newDeliveries(webhooks, { about: phoneNumberId, cause: id, at: now, envelope })
  await writePayloads(events)
  const restricts = (json: string | undefined) => findRestriction({ health: json }, 'replies', now) !== undefined
  const isLifted = couldRestrict(stored) && !restricts(JSON.stringify(health))
  const entities = {
    numbers: NumberEntity,
    notices: NumberNoticeEntity,
    deliveries: DeliveryEntity,
    requests: HeldTurnsRequestEntity,
  }
  const isWritten = await transact(entities, ({ numbers, notices, deliveries, requests }) => [
    numbers
      .patch({ phoneNumberId })
      .set({ health: JSON.stringify(health) })
      .add({ healthRevision: 1 })
      .where(
        (number, { eq, notExists }) =>
          `${eq(number.id, stored.id)} AND ${healthRevision === undefined ? notExists(number.healthRevision) : eq(number.healthRevision, healthRevision)}`,
      )
      .commit(),
    notices
      .create({
        phoneNumberId,
        id,
        organizationId,
        field,
        code,
        raw,
        at,
        receivedAt: now,
        expiresAt: expiryAfter(now, NOTICE_DAYS),
      })
      .commit(),
    ...events.map(({ delivery }) => deliveries.create(delivery).commit()),
    ...(isLifted ? [requests.create(newHeldTurnsRequest(stored, id, now)).commit()] : []),
  ])
  return isWritten ? after : undefined
}

/** Returns whether a number had a problem that forbids replies, as it is stored: the problem may have ended by its time. */
function couldRestrict(number: NumberItem): boolean {
  return Object.values(healthOf(number).topics).some(({ problems }) =>
    problems.some(({ forbids }) => forbids === 'replies' || forbids === 'everything'),
  )
}
