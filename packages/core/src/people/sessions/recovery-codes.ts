import { invalidField } from '../../platform/errors.ts'
import { CODES, hashCode, newCode } from './recovery-code.ts'
import { RecoveryCodesEntity } from './recovery-codes-entity.ts'

/** A request that used a code and then failed can be repeated with the same code. */
const REPEATABLE_MILLISECONDS = 5 * 60_000

/** Returns how many unused codes a user has. */
export async function countRecoveryCodes(userId: string): Promise<number> {
  const { data } = await RecoveryCodesEntity.get({ userId }).go({ consistent: true })
  return data?.hashes?.length ?? 0
}

/** Creates the codes of a user, which replace all earlier ones. They cannot be read again. */
export async function createRecoveryCodes(userId: string, now: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await RecoveryCodesEntity.put({ userId, hashes: codes.map(hashCode), createdAt: now }).go()
  return codes
}

/** Uses up a code. @throws ServiceError 400 for an incorrect or used one */
export async function consumeRecoveryCode(userId: string, code: string, now: number): Promise<void> {
  const hash = hashCode(code)
  const { rejected } = await RecoveryCodesEntity.patch({ userId })
    .delete({ hashes: [hash] })
    .set({ usedHash: hash, usedAt: now })
    .where(({ hashes, usedHash, usedAt }, { contains, eq, gt }) => {
      const isRepeat = `${eq(usedHash, hash)} AND ${gt(usedAt, now - REPEATABLE_MILLISECONDS)}`
      return `(${contains(hashes, hash)} OR (${isRepeat}))`
    })
    .go({ returnOnConditionCheckFailure: true })
  if (rejected) throw wrongRecoveryCode()
}

/** Returns a 400, the same for an incorrect code, a used one, and a user without codes. */
export function wrongRecoveryCode() {
  return invalidField('code', 'is incorrect or has already been used. Enter another recovery code.')
}
