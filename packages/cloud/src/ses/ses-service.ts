import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Outbox } from '../cognito/mail.ts'
import type { Call, Service } from '../front-door/call.ts'
import { restJsonError } from '../front-door/error-shapes.ts'
import type { Environment } from '../resource.ts'
import { ServiceError } from '../service-error.ts'

/** A text of a mail. Without a character set, SES sends 7-bit ASCII. */
const Text = v.pipe(
  v.object({ Data: v.string(), Charset: v.optional(v.picklist(['UTF-8'])) }),
  v.transform(({ Data, Charset }) => (Charset === undefined ? Data.replace(/[^\0-\x7f]/gu, '?') : Data)),
)

const Mail = v.object({
  FromEmailAddress: v.pipe(v.string(), v.email()),
  Destination: v.object({ ToAddresses: v.pipe(v.array(v.pipe(v.string(), v.email())), v.minLength(1)) }),
  Content: v.object({
    Simple: v.object({
      Subject: Text,
      Body: v.object({ Text }),
    }),
  }),
})

/**
 * Builds Amazon SES (API version 2) with `SendEmail` of plain texts. Mails are kept, not sent. It requires what it can require on AWS: in the
 * sandbox the identities of recipients, and the default configuration set of the sender's identity.
 */
export function sesService(outbox: Outbox, { region, accountId }: Environment): Service {
  return {
    actions: ['SendEmail'],
    refusals: {
      unknownClient: [403, 'UnrecognizedClientException'],
      denied: [403, 'AccessDeniedException'],
      failed: [500, 'InternalServiceErrorException'],
      throttled: [429, 'TooManyRequestsException', 'Maximum sending rate exceeded.'],
    },
    error: (_, status, code, message) => restJsonError(status, code, message),
    access(call) {
      const { FromEmailAddress, Destination } = mailOf(call)
      const domain = FromEmailAddress.slice(FromEmailAddress.lastIndexOf('@') + 1)
      const context = new Map([['ses:fromaddress', [FromEmailAddress]]])
      const names = [domain, ...Destination.ToAddresses].map((name) => `identity/${name}`)
      const needs = [...names, 'configuration-set/default'].map((name) => ({
        action: 'ses:SendEmail',
        resource: `arn:aws:ses:${region}:${accountId}:${name}`,
        context,
      }))
      return { action: 'SendEmail', needs }
    },
    async handle(call) {
      const { Destination, Content } = mailOf(call)
      const { Subject, Body } = Content.Simple
      for (const to of Destination.ToAddresses) outbox.send(to, to, '', { subject: Subject, body: Body.Text })
      const body = JSON.stringify({ MessageId: randomUUID() })
      return { status: 200, headers: { 'content-type': 'application/json' }, body }
    },
  }
}

function mailOf({ method, url, body }: Pick<Call, 'method' | 'url' | 'body'>) {
  if (method !== 'POST' || url.pathname !== '/v2/email/outbound-emails')
    throw new ServiceError(404, 'NotFoundException', `${method} ${url.pathname} is not supported`)
  const mail = v.safeParse(v.pipe(v.string(), v.parseJson(), Mail), body.toString())
  if (!mail.success) throw new ServiceError(400, 'BadRequestException', mail.issues[0].message)
  return mail.output
}
