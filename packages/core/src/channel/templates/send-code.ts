import type { Clock } from '../../platform/clock.ts'
import type { NumberItem } from '../numbers/number-entity.ts'
import type { SendOutcome } from '../port.ts'
import { accessTokenOf } from '../provider/access-token.ts'
import { type CodeTemplate, composeCode } from '../provider/compose-code.ts'
import { sendToProvider } from '../provider/send-message.ts'

/** Sends a code from a number of the provider to `phoneNumber`, with a template for codes. */
export async function sendCode(
  number: NumberItem,
  phoneNumber: string,
  template: CodeTemplate,
  code: string,
  clock: Clock,
): Promise<SendOutcome> {
  const token = await accessTokenOf(number)
  const { phoneNumberId } = number
  return await sendToProvider({ phoneNumberId, token, body: composeCode(phoneNumber, template, code) }, clock)
}
