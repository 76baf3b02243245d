import { type Command, FLAG, type Input, type Session, TEXT } from '../command.ts'
import { fieldsReport, type Report } from '../report.ts'
import { count } from '../show.ts'

export const numberCommands: readonly Command[] = [
  {
    group: 'Repair',
    name: 'numbers disconnect',
    summary:
      'Disconnect a number from its organisation. Its conversations stay readable, and continue if it is connected again. --dry-run only shows what ends',
    usage: '[--dry-run] [--yes]',
    required: ['organization', 'number'],
    options: { organization: TEXT, number: TEXT, 'dry-run': FLAG, yes: FLAG },
    audit: { action: 'disconnect', object: 'number', name: 'number' },
    run: disconnect,
  },
]

async function disconnect({ organization = '', number = '' }: Input, session: Session): Promise<Report> {
  const { requireOrganization } = await import('@replywright/core/people/organizations/organizations.ts')
  const { disconnectNumber, previewDisconnect } = await import(
    '@replywright/core/conversations/routing/disconnect-number.ts'
  )
  await requireOrganization(organization)
  const digits = number.replace(/[\s()+.-]/g, '')
  const ending = await previewDisconnect(organization, digits)
  const fields = { organization, ...ending }
  if (session.flags.has('dry-run')) return fieldsReport({ ...fields, note: 'Nothing was changed.' })
  await session.confirm(
    `Disconnect +${ending.number} (${ending.phoneNumberId}) from the organisation ${organization}? ${count(ending.webhooks, 'webhook')} and its agent get no more of its messages.`,
  )
  await disconnectNumber(organization, digits, session.now)
  return fieldsReport({ ...fields, note: 'Disconnected. Connect it again with number connect.' })
}
