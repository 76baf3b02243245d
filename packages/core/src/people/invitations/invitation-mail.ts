import { INVITATION_DAYS } from '@messaging/contract/dashboard/members.ts'
import type { Role } from '@messaging/contract/roles.ts'
import type { Mail } from '../notices/notice-mail.ts'

interface InvitationFacts {
  readonly organizationName: string
  /** The email address of the member who invites. */
  readonly invitedBy: string
  readonly role: Role
}

const RIGHTS = {
  admin: 'As an admin, you can see and change everything in the organisation.',
  member: 'As a member, you can work with agents, conversations, deliveries and templates.',
  viewer: 'As a viewer, you can see everything in the organisation except secrets.',
} as const satisfies Record<Role, string>

/**
 * Builds the mail of an invitation. Its text is the same for an address with and without an account, because it is
 * sent before the account exists. Without `dashboardUrl`, it has no link.
 */
export function invitationMail(
  { organizationName, invitedBy, role }: InvitationFacts,
  dashboardUrl: string | undefined,
): Mail {
  // A name is free text. A subject has no line breaks.
  const name = organizationName.replace(/\s+/g, ' ')
  const where = dashboardUrl === undefined ? 'in the dashboard' : `at ${dashboardUrl}/invitations`
  return {
    subject: `Invitation to ${name}`,
    text: [
      `${invitedBy} invites you to the organisation ${name}. ${RIGHTS[role]}`,
      `Accept or decline the invitation ${where} within ${INVITATION_DAYS} days. If you are new, sign in with the temporary password from our other message first.`,
      'If you did not expect this invitation, ignore this message. Nothing changes.',
    ].join('\n\n'),
  }
}
