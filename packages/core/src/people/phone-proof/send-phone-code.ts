import type { PhoneCode } from '@messaging/contract/dashboard/profile.ts'
import { createWriteTransaction } from 'electrodb'
import { getNumberByProviderId } from '../../channel/numbers/find-number.ts'
import { sendCode } from '../../channel/templates/send-code.ts'
import { type Clock, isoTime } from '../../platform/clock.ts'
import { invalidField, notFound, RateLimitError, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { DailyCountEntity, dayOf, isBelow, quotaUsedUp } from '../../platform/quotas/daily-count-entity.ts'
import { refusals } from '../../platform/table/transact.ts'
import { UserEntity } from '../users/user-entity.ts'
import { type CodeSender, findCodeSender } from './code-sender.ts'
import { hashCode, newCode } from './phone-code.ts'
import { PhoneCodeEntity, type PhoneCodeItem } from './phone-code-entity.ts'
import { isProvedBy } from './proof.ts'

const CODE_SECONDS = 600
const BETWEEN_CODES_MILLISECONDS = 60_000
const MOST_CODES_A_DAY = 5
const ASK_AN_OPERATOR = 'Ask an operator of the service to confirm your number.'

/**
 * Sends a code to the number of a user's profile. The message is not stored, because members of the sending number's
 * organisation could read the code.
 * @throws ServiceError 400 without a number, 409 if it is proved or no operator chose a sender, 502 if the provider
 * rejects the message; RateLimitError above one code a minute, and above five a day for a user or a number
 */
export async function sendPhoneCode(userId: string, clock: Clock): Promise<PhoneCode> {
  const now = clock()
  const phoneNumber = await getUnprovedNumber(userId)
  const sender = await findCodeSender()
  if (!sender) throw new ServiceError('conflict', `This service cannot send codes. ${ASK_AN_OPERATOR}`)
  const code = newCode()
  const expiresAt = Math.floor(now / 1000) + CODE_SECONDS
  await keepCode({ userId, phoneNumber, ...hashCode(code), tries: 0, sentAt: now, expiresAt }, now)
  await deliver(sender, phoneNumber, code, clock)
  log('phone.code_sent', { userId })
  return { expiresAt: isoTime(expiresAt * 1000) }
}

async function getUnprovedNumber(userId: string): Promise<string> {
  const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
  if (!user) throw notFound('user', 'account that you signed in with')
  const { phoneNumber } = user
  if (phoneNumber === undefined) throw invalidField('phoneNumber', 'is required; save your number first')
  if (await isProvedBy(userId, phoneNumber)) throw new ServiceError('conflict', 'Your phone number is already proved.')
  return phoneNumber
}

/** Stores a code and counts it for the user and the number. A rejected request leaves the stored code and its tries. */
async function keepCode(code: PhoneCodeItem, now: number): Promise<void> {
  const entities = { codes: PhoneCodeEntity, counts: DailyCountEntity }
  const { day, expiresAt } = dayOf(now)
  const transaction = createWriteTransaction(entities, ({ codes, counts }) => [
    codes
      .put(code)
      .where(
        ({ sentAt }, { lte, notExists }) =>
          `${notExists(sentAt)} OR ${lte(sentAt, code.sentAt - BETWEEN_CODES_MILLISECONDS)}`,
      )
      .commit(),
    ...[code.userId, code.phoneNumber].map((subject) =>
      counts
        .update({ quota: 'phoneCodes', subject, day })
        .add({ count: 1 })
        .set({ expiresAt })
        .where(isBelow(MOST_CODES_A_DAY))
        .commit(),
    ),
  ])
  const [refused] = await refusals(() => transaction.go())
  if (refused === 0)
    throw new RateLimitError(
      'A code was sent less than a minute ago. Wait before you request another.',
      BETWEEN_CODES_MILLISECONDS / 1000,
    )
  if (refused !== undefined)
    throw quotaUsedUp(`No more codes can be sent today. Try again tomorrow. ${ASK_AN_OPERATOR}`, now)
}

async function deliver(sender: CodeSender, phoneNumber: string, code: string, clock: Clock): Promise<void> {
  const { organizationId, phoneNumberId } = sender
  const number = await getNumberByProviderId(organizationId, phoneNumberId)
  const outcome = await sendCode(number, phoneNumber, sender, code, clock)
  if (outcome.kind !== 'refused') return
  log('phone.code_refused', { phoneNumberId, code: outcome.error.code, providerCode: outcome.error.providerCode })
  throw new ServiceError('upstream_error', `The messaging provider rejected the message. ${ASK_AN_OPERATOR}`)
}
