import type { Clock } from '../../platform/clock.ts'
import type { NumberItem } from '../numbers/number-entity.ts'
import type { SendOutcome } from '../port.ts'
import { accessTokenOf } from '../provider/access-token.ts'
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

/** A template whose only variable is a code. */
interface CodeTemplate {
  readonly templateName: string
  readonly language: string
  /** Whether it has a button that copies the code, as the provider requires of templates for authentication. */
  readonly hasCopyButton: boolean
}

/** Builds the body of `POST /{phone number id}/messages` that sends a code. No stored message has its statuses. */
function composeCode(phoneNumber: string, template: CodeTemplate, code: string): object {
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
