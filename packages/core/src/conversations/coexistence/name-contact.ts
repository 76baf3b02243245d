import type { EpochMs } from '@replywright/contract/time.ts'
import { NumberEntity } from '../../channel/numbers/number-entity.ts'
import { findNumber } from '../../channel/numbers/numbers.ts'
import type { PhoneContact } from '../../channel/port.ts'
import { log } from '../../platform/log/log.ts'
import { ConversationEntity } from '../conversation-entity.ts'
import { findByContact } from '../customers/resolve.ts'
import { noteUnknownNumber } from '../messages/parked-entity.ts'
import { isBeforeConnection } from '../messages/provider-time.ts'
import { storePhoneContact } from './phone-contact-entity.ts'

/** Longer names are truncated, because names are part of every envelope. */
const MAX_NAME_LENGTH = 255

/**
 * Gives a customer the name that the owner of the number has in the phone. The API's name of a customer stays. The name
 * of a contact who has not written is stored for the first conversation. Idempotent.
 */
export async function nameContact(contact: PhoneContact, now: EpochMs): Promise<void> {
  const { phoneNumberId, contactNumber, contactUserId, at } = contact
  const number = await findNumber(phoneNumberId)
  if (!number) return await noteUnknownNumber('contact', phoneNumberId, now)
  if (isBeforeConnection(number, at) && contact.name === undefined) return
  const name = contact.name?.slice(0, MAX_NAME_LENGTH)
  const names = { contactNumber, contactUserId }
  const { organizationId, id } = number
  if (!number.hasPhoneContacts)
    await NumberEntity.patch({ phoneNumberId })
      .set({ hasPhoneContacts: true })
      .where((stored, { eq }) => eq(stored.id, id))
      .go({ returnOnConditionCheckFailure: true })
  const found = await findByContact(number, names)
  if (!found) await storePhoneContact(number, names, name, now)
  else {
    const change = ConversationEntity.patch({ organizationId, id: found.id })
    const named =
      name === undefined
        ? change.remove(['namedByPhone', 'hasOwnName'])
        : change.set({ contactName: name, hasOwnName: true, namedByPhone: true })
    await named
      .where(({ hasOwnName, namedByPhone }, { eq, notExists }) =>
        name === undefined ? eq(namedByPhone, true) : `${notExists(hasOwnName)} OR ${eq(namedByPhone, true)}`,
      )
      .go({ returnOnConditionCheckFailure: true })
  }
  log('contact.named', { organizationId, phoneNumberId, isKnown: found !== null })
}
