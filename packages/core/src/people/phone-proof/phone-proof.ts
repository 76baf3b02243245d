import { randomBytes, randomInt, scryptSync, timingSafeEqual } from 'node:crypto'
import type { PhoneCode } from '@replywright/contract/dashboard/profile.ts'
import type { EntityItem } from 'electrodb'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { isoTime } from '../../platform/clock.ts'
import { invalidField, notFound, RateLimitError, ServiceError } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { DailyCountEntity, dayOf, isBelow, quotaUsedUp } from '../../platform/quotas/daily-count-entity.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { expiresAtAttribute } from '../../platform/table/table.ts'
import { CONFLICT_TRIES, refusals, retryConflict, transact } from '../../platform/table/transact.ts'
import { phoneAlias, UserAliasEntity, UserEntity } from '../users/user-entity.ts'
import { findUser } from '../users/users.ts'

const CODE_SECONDS = 600
const BETWEEN_CODES_MILLISECONDS = 60_000
const MOST_CODES_A_DAY = 5
const ASK_AN_OPERATOR = 'Ask an operator of the service to confirm your number.'

/** Sends a code to a phone number. Returns false if the provider rejects it. */
type CodeSender = (phoneNumber: string, code: string) => Promise<boolean>

/**
 * Sends a code to the number of a user's profile. The message is not stored, because members of the sending number's
 * organisation could read the code.
 * @throws ServiceError 400 without a number, 409 if it is proved or no operator chose a sender, 502 if the provider
 * rejects the message; RateLimitError above one code a minute, and above five a day for a user or a number
 */
export async function sendPhoneCode(
  userId: string,
  findCodeSender: () => Promise<CodeSender | undefined>,
  now: number,
): Promise<PhoneCode> {
  const phoneNumber = await getUnprovedNumber(userId)
  const send = await findCodeSender()
  if (!send) throw new ServiceError('conflict', `This service cannot send codes. ${ASK_AN_OPERATOR}`)
  const code = newCode()
  const expiresAt = Math.floor(now / 1000) + CODE_SECONDS
  await keepCode({ userId, phoneNumber, ...hashCode(code), tries: 0, sentAt: now, expiresAt }, now)
  if (!(await send(phoneNumber, code)))
    throw new ServiceError('upstream_error', `The messaging provider rejected the message. ${ASK_AN_OPERATOR}`)
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
  const [refused] = await refusals(entities, ({ codes, counts }) => [
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
  if (refused === 0)
    throw new RateLimitError(
      'A code was sent less than a minute ago. Wait before you request another.',
      BETWEEN_CODES_MILLISECONDS / 1000,
    )
  if (refused !== undefined)
    throw quotaUsedUp(`No more codes can be sent today. Try again tomorrow. ${ASK_AN_OPERATOR}`, now)
}

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

/**
 * Sets a user's phone number, which an operator verified. Recorded in the audit log of all organisations of the user.
 * @throws ServiceError 404 for an unknown user, 409 if another user proved the number and `replaces` is false
 */
export async function setProvedPhone(
  email: string,
  phoneNumber: string,
  now: number,
  { replaces }: { readonly replaces: boolean },
): Promise<void> {
  const user = await findUser({ email })
  if (!user) throw notFound('user', 'email address')
  const changes = user.organizationIds.map((organizationId) => ({
    organizationId,
    action: 'prove_phone' as const,
    object: 'profile' as const,
    objectId: user.id,
    objectName: email,
  }))
  await recordChange(changes, async () => {
    if (!replaces) await assertNotProvedByOther(user.id, phoneNumber)
    await proveNumber(user.id, phoneNumber, now)
  })
}

export const PROFILE_CONFLICT = 'The profile was changed concurrently. Try again.'

/** Returns the user of a phone number's alias, and whether the user proved the number. Reads consistently. */
export async function findPhoneAlias(phoneNumber: string) {
  const { data } = await UserAliasEntity.get({ alias: phoneAlias(phoneNumber) }).go({ consistent: true })
  return data
}

/** Returns whether a user proved a phone number. */
export async function isProvedBy(userId: string, phoneNumber: string): Promise<boolean> {
  const alias = await findPhoneAlias(phoneNumber)
  return alias?.userId === userId && alias.provedAt !== undefined
}

/**
 * Prevents that an operator's mistake takes a number away. @throws ServiceError 409 if another user proved the number
 */
export async function assertNotProvedByOther(userId: string, phoneNumber: string): Promise<void> {
  const alias = await findPhoneAlias(phoneNumber)
  if (alias?.provedAt !== undefined && alias.userId !== userId)
    throw new ServiceError('conflict', 'phoneNumber: belongs to another user, who proved it.')
}

/**
 * Records that a user proved a phone number, and makes it the number of the profile. Another user who proved it earlier
 * keeps it in the profile, no longer proved. Returns false if `mustBeCurrent` and the profile has another number.
 */
export async function proveNumber(
  userId: string,
  phoneNumber: string,
  now: number,
  { mustBeCurrent = false }: { readonly mustBeCurrent?: boolean } = {},
): Promise<boolean> {
  return await retryConflict(CONFLICT_TRIES, PROFILE_CONFLICT, async () => {
    const { data: user } = await UserEntity.get({ id: userId }).go({ consistent: true })
    if (!user) throw notFound('user', 'account')
    const before = user.phoneNumber
    if (mustBeCurrent && before !== phoneNumber) return false
    const isReleased =
      before !== undefined && before !== phoneNumber && (await findPhoneAlias(before))?.userId === userId
    const isWritten = await transact({ users: UserEntity, aliases: UserAliasEntity }, ({ users, aliases }) => [
      users
        .patch({ id: userId })
        .set({ phoneNumber })
        .where(({ phoneNumber: stored }, { eq, notExists }) => (before ? eq(stored, before) : notExists(stored)))
        .commit(),
      aliases.upsert({ alias: phoneAlias(phoneNumber), userId, provedAt: now }).commit(),
      ...(isReleased
        ? [
            aliases
              .delete({ alias: phoneAlias(before) })
              .where(({ userId: owner }, { eq }) => eq(owner, userId))
              .commit(),
          ]
        : []),
    ])
    return isWritten ? true : undefined
  })
}

/** The latest code that was sent to a user's phone number. Access: by user. Kept until it was used or has expired. */
export const PhoneCodeEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'phoneCode', version: '1' },
  attributes: {
    userId: { type: 'string', required: true, readOnly: true },
    /** The number that the code was sent to. Digits without plus. */
    phoneNumber: { type: 'string', required: true },
    salt: { type: 'string', required: true },
    /** The salted hash of the code (`hashCode`). */
    hash: { type: 'string', required: true },
    /** How many codes were entered. */
    tries: { type: 'number', required: true },
    sentAt: { type: 'number', required: true },
    expiresAt: { ...expiresAtAttribute, required: true },
  },
  indexes: {
    byUser: { pk: key('pk', 'phoneCode#${userId}'), sk: key('sk', 'phoneCode') },
  },
}))
type PhoneCodeItem = EntityItem<typeof PhoneCodeEntity>

const DIGITS = 6
const SALT_BYTES = 16
const HASH_BYTES = 32

/** A code as it is stored. */
interface HashedCode {
  readonly salt: string
  readonly hash: string
}

/** Returns a random code of six digits. */
export function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
}

/** Hashes a code. The hash is slow, because there are only a million codes. */
export function hashCode(code: string, salt: string = randomBytes(SALT_BYTES).toString('base64')): HashedCode {
  return { salt, hash: scryptSync(code, salt, HASH_BYTES).toString('base64') }
}

/** Returns whether `code` is the hashed one. */
export function isCode(code: string, { salt, hash }: HashedCode): boolean {
  return timingSafeEqual(Buffer.from(hashCode(code, salt).hash), Buffer.from(hash))
}
