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

const LONGEST_NAME = 60

/**
 * Returns a name as a mail to somebody outside the organisation may show it. A name is free text of a stranger: this has
 * no line breaks, no quotes that end it, and nothing that a mail program shows as a link.
 */
function withoutLinks(name: string): string {
  const words = name.replace(/[^\p{L}\p{M}\p{N}&'’+-]+/gu, ' ').trim()
  return Array.from(words).slice(0, LONGEST_NAME).join('').trim()
}

/**
 * Builds the mail of an invitation. Its text is the same for an address with and without an account, because it is
 * sent before the account exists. Without `dashboardUrl`, it has no link.
 */
export function invitationMail(
  { organizationName, invitedBy, role }: InvitationFacts,
  dashboardUrl: string | undefined,
): Mail {
  const name = withoutLinks(organizationName)
  const where = dashboardUrl === undefined ? 'in the dashboard' : `at ${dashboardUrl}/invitations`
  return {
    subject: 'Invitation to an organisation',
    text: [
      `${invitedBy} invites you to the organisation “${name}”. ${RIGHTS[role]}`,
      `Accept or decline the invitation ${where} within ${INVITATION_DAYS} days. If you are new, sign in with the temporary password from our other message first.`,
      'If you did not expect this invitation, ignore this message. Nothing changes.',
    ].join('\n\n'),
  }
}
