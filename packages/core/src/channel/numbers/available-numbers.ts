import type { AvailableNumber } from '@messaging/contract/accounts.ts'
import type { ShortSliceQuery } from '@messaging/contract/page.ts'
import { newId } from '../../platform/clock.ts'
import { InternalError } from '../../platform/errors.ts'
import { AvailableNumberEntity, type AvailableNumberItem } from './available-number-entity.ts'

/** Handles `GET /available-numbers/`: unclaimed numbers, ascending by digits. */
export async function listAvailableNumbers({ offset, limit }: ShortSliceQuery): Promise<AvailableNumber[]> {
  const { data } = await AvailableNumberEntity.query
    .byNumber({})
    .where(({ accountId }, { notExists }) => notExists(accountId))
    .go({ count: offset + limit })
  return data.slice(offset).map(({ id, phoneNumber }) => ({ id, phoneNumber }))
}

/** Returns the available number with this id, claimed or not, or undefined if it does not exist. */
export async function findAvailableNumber(id: string): Promise<AvailableNumberItem | undefined> {
  const { data } = await AvailableNumberEntity.query.byNumber({}).go({ pages: 'all', consistent: true })
  return data.find((available) => available.id === id)
}

/** Adds a number (digits without plus, the calling code first) to the available numbers. Idempotent. */
export async function offerNumber(phoneNumber: string, callingCode: string, now: number): Promise<AvailableNumber> {
  if (!/^[1-9]\d{6,14}$/.test(phoneNumber)) throw new Error(`${phoneNumber} is not a number in E.164 format`)
  if (!/^[1-9]\d{0,2}$/.test(callingCode) || !phoneNumber.startsWith(callingCode))
    throw new InternalError(`an available number does not begin with its calling code ${callingCode}`)
  const { data } = await AvailableNumberEntity.create({
    id: newId(),
    phoneNumber,
    callingCodeDigits: callingCode.length,
    addedAt: now,
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!data) throw new InternalError('an available number was added and is missing')
  return { id: data.id, phoneNumber: data.phoneNumber }
}
