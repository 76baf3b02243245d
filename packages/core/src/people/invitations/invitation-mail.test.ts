import { expect, test } from 'vitest'
import { invitationMail } from './invitation-mail.ts'

const facts = {
  organizationName: 'Shop\r\nBcc: all@example.com',
  invitedBy: 'anna@example.com',
  role: 'viewer',
} as const

test('a name cannot add headers, and the link leads to the invitations', () => {
  const { subject, text } = invitationMail(facts, 'https://dashboard.example.com')
  expect(subject).toBe('Invitation to Shop Bcc: all@example.com')
  expect(text).toContain('at https://dashboard.example.com/invitations within 7 days')
  expect(text).toContain('anna@example.com invites you')
  expect(text).toContain('except secrets')
  expect(invitationMail(facts, undefined).text).toContain('in the dashboard within 7 days')
})
