import { expect, test } from 'vitest'
import { invitationMail } from './invitation-mail.ts'

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
