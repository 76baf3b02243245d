import { invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { isCode } from './phone-code.ts'
import { PhoneCodeEntity } from './phone-code-entity.ts'
import { proveNumber } from './proof.ts'

const MOST_TRIES = 5

/**
 * Proves a user's phone number with the code that was sent to it. Another user who proved it earlier loses it.
 * @throws ServiceError 400 if the code is incorrect or expired, after five tries, and after the number was changed
 */
export async function confirmPhoneNumber(userId: string, code: string, now: number): Promise<void> {
  const { data: sent, rejected } = await PhoneCodeEntity.patch({ userId })
    .add({ tries: 1 })
    .where(
      ({ tries, expiresAt }, { lt, gt }) => `${lt(tries, MOST_TRIES)} AND ${gt(expiresAt, Math.floor(now / 1000))}`,
    )
    .go({ response: 'all_new', returnOnConditionCheckFailure: true })
  if (rejected || !sent) throw invalidField('code', 'has expired or was tried too often; request another code')
  if (!isCode(code, sent)) throw invalidField('code', 'is incorrect')
  if (!(await proveNumber(userId, sent.phoneNumber, now, { mustBeCurrent: true })))
    throw invalidField('code', 'was sent to another number; request another code')
  await PhoneCodeEntity.delete({ userId }).go()
  log('phone.proved', { userId })
}
