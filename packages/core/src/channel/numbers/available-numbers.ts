import type { AvailableNumber } from '@messaging/contract/accounts.ts'
import { newId } from '../../platform/clock.ts'
import { AvailableNumberEntity, type AvailableNumberItem } from './available-number-entity.ts'

/** Most numbers that are offered at a time. */
const OFFERED = 100

/** `GET /available-numbers/`: what nobody has taken, ascending by digits. */
export async function listAvailableNumbers(): Promise<AvailableNumber[]> {
  const { data } = await AvailableNumberEntity.query
    .byNumber({})
    .where(({ accountId }, { notExists }) => notExists(accountId))
    .go({ count: OFFERED })
  return data.map(({ id, phoneNumber }) => ({ id, phoneNumber }))
}

/** The available number with this id, claimed or not; undefined when there is none. */
export async function findAvailableNumber(id: string): Promise<AvailableNumberItem | undefined> {
  const { data } = await AvailableNumberEntity.query.byNumber({}).go({ pages: 'all', consistent: true })
  return data.find((available) => available.id === id)
}

/** Offers a number (digits without plus, of which the first are the country's calling code). Doing it again changes nothing. */
export async function offerNumber(phoneNumber: string, callingCode: string, now: number): Promise<AvailableNumber> {
  if (!/^[1-9]\d{6,14}$/.test(phoneNumber)) throw new Error(`${phoneNumber} is no number in E.164 format`)
  if (!/^[1-9]\d{0,2}$/.test(callingCode) || !phoneNumber.startsWith(callingCode))
    throw new Error(`${phoneNumber} does not begin with the calling code ${callingCode}`)
  const { data } = await AvailableNumberEntity.create({
    id: newId(),
    phoneNumber,
    callingCodeDigits: callingCode.length,
    addedAt: now,
  }).go({ returnOnConditionCheckFailure: 'all_old' })
  if (!data) throw new Error(`${phoneNumber} was offered and is gone`)
  return { id: data.id, phoneNumber: data.phoneNumber }
}
