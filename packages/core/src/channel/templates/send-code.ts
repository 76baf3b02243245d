import type { EntityItem } from 'electrodb'
import type { Clock } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { log } from '../../platform/log/log.ts'
import { entity, key } from '../../platform/table/entity.ts'
import { findNumber, getNumber } from '../numbers/numbers.ts'
import { accessTokenOf } from '../provider/access-token.ts'
import { sendToProvider } from '../provider/send-message.ts'

type CodeSender = Omit<EntityItem<typeof CodeSenderEntity>, 'updatedAt'>

/**
 * Returns a function that sends a code to a phone number, or undefined if no operator chose a sender. It returns false if
 * the provider rejects the message, which is not stored.
 */
export async function findCodeSender(clock: Clock) {
  const { data: sender } = await CodeSenderEntity.get({}).go()
  return sender ? (phoneNumber: string, code: string) => sendCode(sender, phoneNumber, code, clock) : undefined
}

async function sendCode(sender: CodeSender, phoneNumber: string, code: string, clock: Clock): Promise<boolean> {
  const { organizationId, phoneNumberId } = sender
  const number = await findNumber(phoneNumberId)
  if (number?.organizationId !== organizationId) {
    log('phone.code_refused', { phoneNumberId, code: 'number_disconnected' })
    return false
  }
  const token = await accessTokenOf(number)
  const outcome = await sendToProvider({ phoneNumberId, token, body: composeCode(phoneNumber, sender, code) }, clock)
  if (outcome.kind !== 'refused') return true
  log('phone.code_refused', { phoneNumberId, code: outcome.error.code, providerCode: outcome.error.providerCode })
  return false
}

/** Builds the body of `POST /{phone number id}/messages` that sends a code. No stored message has its statuses. */
function composeCode(phoneNumber: string, template: CodeSender, code: string): object {
  const parameters = [{ type: 'text', text: code }]
  const button = { type: 'button', sub_type: 'url', index: '0', parameters }
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: phoneNumber,
    type: 'template',
    template: {
      name: template.templateName,
      language: { code: template.language },
      components: [{ type: 'body', parameters }, ...(template.hasCopyButton ? [button] : [])],
    },
  }
}

/**
 * Makes a number the sender of codes, and returns its digits.
 * @throws ServiceError 404 for an unknown number, 400 for a sandbox number
 */
export async function chooseCodeSender(
  { number, ...sender }: Omit<CodeSender, 'phoneNumberId'> & { readonly number: string },
  now: number,
): Promise<string> {
  const { number: digits, phoneNumberId, sandbox } = await getNumber(sender.organizationId, number)
  if (sandbox) throw invalidField('number', 'must be a business number: messages of a sandbox number reach no phone')
  await putCodeSender({ ...sender, phoneNumberId }, now)
  return digits
}

/** Stores the sender of codes. */
export async function putCodeSender(sender: CodeSender, now: number): Promise<void> {
  await CodeSenderEntity.upsert({ ...sender, updatedAt: now }).go()
}

/**
 * The number and the template that codes are sent with. One item, set by `npm run ops -- phone-codes set`: who owns the
 * number may be able to read what it sends, so no organisation can choose it. No expiry.
 */
const CodeSenderEntity = /* @__PURE__ */ entity(() => ({
  model: { service: 'messaging', entity: 'phoneCodeSender', version: '1' },
  attributes: {
    organizationId: { type: 'string', required: true },
    /** The provider's id of the number. */
    phoneNumberId: { type: 'string', required: true },
    /** The name of an approved template of the number's account. The code is its only variable. */
    templateName: { type: 'string', required: true },
    language: { type: 'string', required: true },
    /** Whether the template has a button that copies the code, which takes the code, too. */
    hasCopyButton: { type: 'boolean', required: true },
    updatedAt: { type: 'number', required: true },
  },
  indexes: {
    only: { pk: key('pk', 'settings'), sk: key('sk', 'phoneCodes') },
  },
}))
