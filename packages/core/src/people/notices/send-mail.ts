import { AWS_CLIENT } from '../../platform/aws-client.ts'
import type { Mail } from './notice-mail.ts'

/** Sends a plain text mail with Amazon SES. Loads the client on first use, because mails are rare. */
export async function sendMail(from: string, to: string, { subject, text }: Mail): Promise<void> {
  const { SESv2 } = await import('@aws-sdk/client-sesv2')
  await new SESv2(AWS_CLIENT).sendEmail({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text) } } },
  })
}

/** Without a character set, SES sends 7-bit ASCII. */
function utf8(text: string) {
  return { Data: text, Charset: 'UTF-8' }
}
