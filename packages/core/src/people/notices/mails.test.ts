import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, expect, test, vi } from 'vitest'
import { invitationMail, noticeMail, recoveryMail, sendMail } from './mails.ts'

const ses = mockClient(SESv2Client)
afterAll(() => {
  ses.restore()
  vi.restoreAllMocks()
})

const FUNCTION_MILLISECONDS = 20_000

test('a mail without a response is ended long before the function that sends it', async () => {
  const { signal } = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(signal)
  await sendMail('service@example.com', 'alex@example.com', { subject: 's', text: 't' })
  expect(ses.commandCalls(SendEmailCommand).map(({ args }) => args.at(1))).toEqual([{ abortSignal: signal }])
  expect(timeout.mock.calls[0]?.[0]).toBeLessThan(FUNCTION_MILLISECONDS / 2)
})

const webhook = {
  organizationId: 'o',
  id: '1',
  name: 'Shop\r\nBcc: all@example.com',
  url: 'https://shop.example.com/hook',
}

test('a name cannot add headers, and the link leads to the endpoint', () => {
  const { subject, text } = noticeMail('disabled', webhook, 'https://dashboard.example.com')
  expect(subject).toBe('Endpoint “Shop Bcc all example com” was disabled after 20 failed deliveries in a row')
  expect(text).toContain('Details: https://dashboard.example.com/webhooks/1?organization=o')
  expect(noticeMail('enabled', webhook, undefined).text).toBe(
    [
      'Endpoint “Shop Bcc all example com” is enabled again.',
      'The endpoint was enabled by a member of your organisation. It receives events again.',
      'Endpoint: https://shop.example.com/hook',
    ].join('\n\n'),
  )
})

const facts = { organizationName: 'Shop & Söhne', invitedBy: 'anna@example.com', role: 'viewer' } as const
const SUBJECT = 'Invitation to an organisation'

test('the mail says who invites to what, and the link leads to the invitations', () => {
  const { subject, text } = invitationMail(facts, 'https://dashboard.example.com')
  expect(subject).toBe(SUBJECT)
  expect(text).toContain('anna@example.com invites you to the organisation “Shop & Söhne”.')
  expect(text).toContain('at https://dashboard.example.com/invitations within 7 days')
  expect(text).toContain('except secrets')
  expect(invitationMail(facts, undefined).text).toContain('in the dashboard within 7 days')
})

test.each([
  ['Shop\r\nBcc: all@example.com\n\nText', 'Shop Bcc all example com Text'],
  ['You won! https://evil.example/claim?id=1', 'You won https evil example claim id 1'],
  ['Call +1 202 555 0100 or www.evil.example', 'Call +1 202 555 0100 or www evil example'],
  ['Shop”. Your account is locked: <a href="//evil.example">', 'Shop Your account is locked a href evil example'],
  ['evil\u2024example \u202Eelpmaxe\u200B.live', 'evil example elpmaxe live'],
  ['long '.repeat(20), `${'long '.repeat(12).trim()}`],
])('a name adds no links, no headers and no subject: %j', (organizationName, shown) => {
  const { subject, text } = invitationMail({ ...facts, organizationName }, undefined)
  expect(subject).toBe(SUBJECT)
  expect(text.split('\n')[0]).toContain(` the organisation “${shown}”. As a viewer`)
})

test('the mail links to the page that sets two-factor authentication up again, if the address is known', () => {
  expect(recoveryMail('https://dashboard.example.com').text).toContain('at https://dashboard.example.com/security.')
  expect(recoveryMail(undefined).text).toContain('Set it up again under Settings → Security.')
})
