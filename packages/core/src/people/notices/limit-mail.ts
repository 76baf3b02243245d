import { printableName } from '@replywright/contract/printable-mail.ts'
import { logError } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { listMemberships } from '../members/membership-entity.ts'
import { UserEntity } from '../users/user-entity.ts'
import { type Mail, pageLink, sendMail } from './mails.ts'

/** A monthly limit that is nearly used. Without `agent`, it is that of the organisation. */
export interface UsedLimit {
  readonly limitUsd: number | null
  readonly agent?: { readonly id: string; readonly name: string }
}

/** Builds the mail about a monthly limit of which 80 % are used. */
export function limitMail(
  { organizationId, limitUsd, agent }: UsedLimit & { readonly organizationId: string },
  dashboardUrl: string | undefined,
): Mail {
  const who = agent ? `The agent “${printableName(agent.name)}”` : 'Your organisation'
  const page = agent ? `agents/${agent.id}` : 'organization'
  return {
    subject: `${who} has used 80 % of its monthly limit`,
    text: [
      `${who} has used 80 % of its monthly limit of ${limitUsd} USD.`,
      'At 100 % no agent replies under this limit, and conversations wait for a person, until the next month or a higher limit.',
      ...(dashboardUrl === undefined ? [] : [`Details: ${pageLink(dashboardUrl, page, organizationId)}`]),
    ].join('\n\n'),
  }
}

/** Mails the members who want it. Returns false if a mail failed, which is logged. */
export async function mailLimit(organizationId: string, used: UsedLimit): Promise<boolean> {
  const from = settings.MAIL_FROM
  if (!from) return true
  try {
    const members = await listMemberships(organizationId)
    const wanting = members.filter(({ wantsUsageMail, removedAt }) => wantsUsageMail && removedAt === undefined)
    const users = await Promise.all(wanting.map(({ userId: id }) => UserEntity.get({ id }).go()))
    const mail = limitMail({ ...used, organizationId }, settings.DASHBOARD_URL)
    await Promise.all(users.map(({ data }) => data && sendMail(from, data.email, mail)))
    return true
  } catch (error) {
    logError('notice.failed', error, { organizationId, notice: 'limit' })
    return false
  }
}
