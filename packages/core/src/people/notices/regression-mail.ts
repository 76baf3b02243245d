import { printableName, quoted } from '@replywright/contract/printable-mail.ts'
import { logError } from '../../platform/log/log.ts'
import { settings } from '../../platform/settings.ts'
import { isAdmin, listMemberships } from '../members/membership-entity.ts'
import { UserEntity } from '../users/user-entity.ts'
import { type Mail, pageLink, sendMail } from './mails.ts'

/** An agent that was worse in its exam than before: `drops` are goals of customers and criteria. */
interface Regression {
  readonly id: string
  readonly name: string
  readonly drops: readonly string[]
}

/** Builds the mail about an agent that was worse in its exam than before. */
function regressionMail(
  { organizationId, id, name, drops }: Regression & { readonly organizationId: string },
  dashboardUrl: string | undefined,
): Mail {
  const who = `The agent “${printableName(name)}”`
  return {
    subject: `${who} was worse in its exam than before`,
    text: [
      `${who} was worse in its nightly exam than in the one before:`,
      drops.map((drop) => `- ${quoted(drop)}`).join('\n'),
      ...(dashboardUrl === undefined ? [] : [`Details: ${pageLink(dashboardUrl, `agents/${id}`, organizationId)}`]),
    ].join('\n\n'),
  }
}

/** Mails the admins of an organisation. A mail that fails is logged only: the dashboard shows the exam. */
export async function mailRegression(organizationId: string, regression: Regression): Promise<void> {
  const from = settings.MAIL_FROM
  if (!from) return
  const mail = regressionMail({ ...regression, organizationId }, settings.DASHBOARD_URL)
  const failed = (error: unknown) =>
    logError('notice.failed', error, { organizationId, notice: 'regression', agentId: regression.id })
  try {
    const members = await listMemberships(organizationId)
    const admins = members.filter((member) => isAdmin(member) && member.removedAt === undefined)
    await Promise.all(
      admins.map(async ({ userId: id }) => {
        const { data: user } = await UserEntity.get({ id }).go()
        if (user) await sendMail(from, user.email, mail)
      }),
    ).catch(failed)
  } catch (error) {
    failed(error)
  }
}
