import { recordChange } from '../../platform/audit/record-change.ts'
import { notFound } from '../../platform/errors.ts'
import { findUser } from '../users/find-user.ts'
import { assertNotProvedByOther, proveNumber } from './proof.ts'

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
