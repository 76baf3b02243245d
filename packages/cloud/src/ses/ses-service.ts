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

const ACCOUNT_PATH = '/v2/email/account'
const IDENTITIES_PATH = '/v2/email/identities/'

/** SES's quota of an account that left the sandbox. */
const SEND_QUOTA = { Max24HourSend: 50_000, MaxSendRate: 14 }

/**
 * Builds Amazon SES (API version 2) with `SendEmail` of plain texts, `GetAccount` and `GetEmailIdentity`. Mails are kept, not sent, so
 * that every identity is verified and the account is out of the sandbox. Sending requires what it can require on AWS: in the sandbox
 * the identities of recipients, and the default configuration set of the sender's identity.
 */
export function sesService(outbox: Outbox, { region, accountId }: Environment): Service {
  const arnOf = (name: string) => `arn:aws:ses:${region}:${accountId}:${name}`
  const reading: Readonly<Record<string, (name: string) => object>> = {
    GetAccount: () => ({
      EnforcementStatus: 'HEALTHY',
      ProductionAccessEnabled: true,
      SendingEnabled: true,
      SendQuota: { ...SEND_QUOTA, SentLast24Hours: outbox.mail.length },
    }),
    GetEmailIdentity: (name) => ({
      IdentityType: name.includes('@') ? 'EMAIL_ADDRESS' : 'DOMAIN',
      VerificationStatus: 'SUCCESS',
      VerifiedForSendingStatus: true,
    }),
  }
  return {
    actions: ['SendEmail', ...Object.keys(reading)],
    refusals: {
      unknownClient: [403, 'UnrecognizedClientException'],
      denied: [403, 'AccessDeniedException'],
      failed: [500, 'InternalServiceErrorException'],
      throttled: [429, 'TooManyRequestsException', 'Maximum sending rate exceeded.'],
    },
    error: (_, status, code, message) => restJsonError(status, code, message),
    access(call) {
      const read = readOf(call)
      if (read) {
        const resource = read.action === 'GetAccount' ? '*' : arnOf(`identity/${read.name}`)
        return { action: read.action, needs: [{ action: `ses:${read.action}`, resource }] }
      }
      const { FromEmailAddress, Destination } = mailOf(call)
      const domain = FromEmailAddress.slice(FromEmailAddress.lastIndexOf('@') + 1)
      const context = new Map([['ses:fromaddress', [FromEmailAddress]]])
      const names = [domain, ...Destination.ToAddresses].map((name) => `identity/${name}`)
      const needs = [...names, 'configuration-set/default'].map((name) => ({
        action: 'ses:SendEmail',
        resource: arnOf(name),
        context,
      }))
      return { action: 'SendEmail', needs }
    },
    async handle(call) {
      const headers = { 'content-type': 'application/json' }
      const read = readOf(call)
      if (read) return { status: 200, headers, body: JSON.stringify(reading[read.action]?.(read.name)) }
      const { Destination, Content } = mailOf(call)
      const { Subject, Body } = Content.Simple
      for (const to of Destination.ToAddresses) outbox.send(to, to, '', { subject: Subject, body: Body.Text })
      return { status: 200, headers, body: JSON.stringify({ MessageId: randomUUID() }) }
    },
  }
}

/** Returns the reading action of a call with the name of its identity, or undefined for any other call. */
function readOf({ method, url: { pathname } }: Pick<Call, 'method' | 'url'>) {
  if (method !== 'GET') return
  if (pathname === ACCOUNT_PATH) return { action: 'GetAccount', name: '' }
  const name = pathname.startsWith(IDENTITIES_PATH) ? decodeURIComponent(pathname.slice(IDENTITIES_PATH.length)) : ''
  return name === '' || name.includes('/') ? undefined : { action: 'GetEmailIdentity', name }
}

function mailOf({ method, url, body }: Pick<Call, 'method' | 'url' | 'body'>) {
  if (method !== 'POST' || url.pathname !== '/v2/email/outbound-emails')
    throw new ServiceError(404, 'NotFoundException', `${method} ${url.pathname} is not supported`)
  const mail = v.safeParse(v.pipe(v.string(), v.parseJson(), Mail), body.toString())
  if (!mail.success) throw new ServiceError(400, 'BadRequestException', mail.issues[0].message)
  return mail.output
}
