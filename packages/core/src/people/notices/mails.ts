import { INVITATION_DAYS } from '@replywright/contract/dashboard/members.ts'
import { maskedUrl } from '@replywright/contract/masked-url.ts'
import { printable } from '@replywright/contract/printable.ts'
import { printableName } from '@replywright/contract/printable-mail.ts'
import type { Role } from '@replywright/contract/roles.ts'
import { SHARE_DAYS } from '@replywright/contract/share-limits.ts'
import type { NoticeKind } from '../../deliveries/webhooks/webhook-entity.ts'
import { AWS_CLIENT } from '../../platform/aws-client.ts'

interface Noticed {
  readonly organizationId: string
  readonly id: string
  readonly name: string
  readonly url: string
}

export interface Mail {
  readonly subject: string
  readonly text: string
}

const SUBJECTS = {
  failing: (name) => `${name} failed 10 deliveries in a row`,
  disabled: (name) => `${name} was disabled after 20 failed deliveries in a row`,
  enabled: (name) => `${name} is enabled again`,
} as const satisfies Record<NoticeKind, (name: string) => string>

const TEXTS = {
  failing: 'The endpoint is disabled after 20 failed deliveries in a row. Fix it before that.',
  disabled:
    'Events are stored but not sent. Fix the endpoint, send a test event, then enable it and replay the failed deliveries.',
  enabled: 'The endpoint was enabled by a member of your organisation. It receives events again.',
} as const satisfies Record<NoticeKind, string>

const LONGEST_URL = 300

/** Returns the link to a page of the dashboard, which opens in the organisation, for members of several. */
export function pageLink(dashboardUrl: string, page: string, organizationId: string): string {
  return `${dashboardUrl}/${page}?organization=${organizationId}`
}

/** Builds the mail about a webhook to its owner. Without `dashboardUrl`, it has no link. */
export function noticeMail(
  kind: NoticeKind,
  { organizationId, id, name, url }: Noticed,
  dashboardUrl: string | undefined,
): Mail {
  const subject = SUBJECTS[kind](`Endpoint “${printableName(name)}”`)
  const link =
    dashboardUrl === undefined ? [] : [`Details: ${pageLink(dashboardUrl, `webhooks/${id}`, organizationId)}`]
  return {
    subject,
    text: [
      `${subject}.`,
      TEXTS[kind],
      `Endpoint: ${printable(maskedUrl(url), { longest: LONGEST_URL })}`,
      ...link,
    ].join('\n\n'),
  }
}

/** With all tries. The ingress and the workers have other work in their 20 to 30 seconds, which would be repeated. */
const LONGEST_MILLISECONDS = 5000

/** Sends a plain text mail with Amazon SES. Loads the client on first use, because mails are rare. */
export async function sendMail(from: string, to: string, { subject, text }: Mail): Promise<void> {
  const { SESv2 } = await import('@aws-sdk/client-sesv2')
  await new SESv2(AWS_CLIENT).sendEmail(
    {
      FromEmailAddress: from,
      Destination: { ToAddresses: [to] },
      Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text) } } },
    },
    { abortSignal: AbortSignal.timeout(LONGEST_MILLISECONDS) },
  )
}

/** Without a character set, SES sends 7-bit ASCII. */
function utf8(text: string) {
  return { Data: text, Charset: 'UTF-8' }
}

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

const LONGEST_ADDRESS = 254

/**
 * Builds the mail of an invitation. Its text is the same for an address with and without an account, because it is
 * sent before the account exists. Without `dashboardUrl`, it has no link.
 */
export function invitationMail(
  { organizationName, invitedBy, role }: InvitationFacts,
  dashboardUrl: string | undefined,
): Mail {
  const name = printableName(organizationName)
  const where = dashboardUrl === undefined ? 'in the dashboard' : `at ${dashboardUrl}/invitations`
  return {
    subject: 'Invitation to an organisation',
    text: [
      `${printable(invitedBy, { longest: LONGEST_ADDRESS })} invites you to the organisation “${name}”. ${RIGHTS[role]}`,
      `Accept or decline the invitation ${where} within ${INVITATION_DAYS} days. If you are new, sign in with the temporary password from our other message first.`,
      'If you did not expect this invitation, ignore this message. Nothing changes.',
    ].join('\n\n'),
  }
}

interface ShareMailFacts {
  readonly agentName: string
  readonly organizationName: string
  /** The email address of the member who shares the agent. */
  readonly sharedBy: string
}

/**
 * Builds the mail to an address with which an agent is shared. Its text is the same for an address with and without an
 * account. Without `dashboardUrl`, it has no link.
 */
export function shareMail(
  { agentName, organizationName, sharedBy }: ShareMailFacts,
  dashboardUrl: string | undefined,
): Mail {
  const where = dashboardUrl === undefined ? 'in the dashboard' : `at ${dashboardUrl}/invitations`
  const sender = printable(sharedBy, { longest: LONGEST_ADDRESS })
  return {
    subject: 'An agent is shared with you',
    text: [
      `${sender} of the organisation “${printableName(organizationName)}” shares the agent “${printableName(agentName)}” with you. You will be able to see it, but not to change it.`,
      `Accept or decline ${where} within ${SHARE_DAYS} days. You need an account with this address.`,
      'If you did not expect this, ignore this message. Nothing changes.',
    ].join('\n\n'),
  }
}

/** Builds the mail to a user whose recovery code was used. Without `dashboardUrl`, it has no link. */
export function recoveryMail(dashboardUrl: string | undefined): Mail {
  const where = dashboardUrl === undefined ? 'under Settings → Security' : `at ${dashboardUrl}/security`
  return {
    subject: 'A recovery code was used',
    text: [
      'A sign-in with your password and a recovery code turned off two-factor authentication of your account.',
      `Set it up again ${where}.`,
      'If this was not you, reset your password now, and ask an operator of the service for help.',
    ].join('\n\n'),
  }
}
