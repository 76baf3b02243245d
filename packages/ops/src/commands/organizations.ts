import { type Command, FLAG, type Input, type Session, TEXT } from '../command.ts'
import { invalidOption, readDays } from '../read-options.ts'
import { fieldsReport, type Report, tableReport } from '../report.ts'
import { count, showTime } from '../show.ts'

export const organizationsCommand: Command = {
  group: 'Inspect',
  name: 'organizations list',
  summary: 'List all organisations with their ids',
  required: [],
  options: {},
  run: showOrganizations,
}

export const deletionCommands: readonly Command[] = [
  {
    group: 'Repair',
    name: 'organizations delete',
    summary: 'Delete an organisation with all its data. --dry-run counts only. Reads the whole table several times',
    required: ['organization'],
    options: { organization: TEXT, 'dry-run': FLAG, yes: FLAG },
    audit: { action: 'delete', object: 'organization', id: 'organization' },
    run: deleteWholeOrganization,
  },
  {
    group: 'Repair',
    name: 'users delete',
    summary: 'Delete a user with the account, memberships and personal organisation. --dry-run counts only',
    required: ['email'],
    options: { email: TEXT, 'dry-run': FLAG, yes: FLAG },
    run: deleteWholeUser,
  },
]

async function deleteWholeOrganization({ organization = '' }: Input, session: Session): Promise<Report> {
  const { deleteOrganization } = await import('@replywright/core/operations/deletion/deletion.ts')
  return await countThenDelete(
    `Delete the organisation ${organization}`,
    (deletion) => deleteOrganization(organization, deletion, session.clock()),
    session,
  )
}

async function deleteWholeUser({ email = '' }: Input, session: Session): Promise<Report> {
  const { deleteUser } = await import('@replywright/core/operations/deletion/deletion.ts')
  return await countThenDelete(
    `Delete the user ${email}`,
    (deletion) => deleteUser(email.toLowerCase(), deletion, session.clock),
    session,
  )
}

type Delete = (deletion: {
  readonly dryRun: boolean
  readonly onProgress: (scanned: number) => void
}) => Promise<Record<string, number>>

/** Counts, asks for confirmation, then deletes. */
async function countThenDelete(what: string, remove: Delete, session: Session): Promise<Report> {
  const progress = session.progress('Items read')
  const run = async (dryRun: boolean) => {
    const counts = await remove({ dryRun, onProgress: progress.update })
    progress.end()
    return counts
  }
  const found = await run(true)
  const total = sumOf(found)
  if (session.flags.has('dry-run')) return fieldsReport({ ...found, total, note: 'Nothing was deleted.' })
  await session.confirm(`${what}, ${count(total, 'record')} in total? This cannot be undone.`)
  const deleted = await run(false)
  return fieldsReport({ ...deleted, total: sumOf(deleted) })
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, each) => sum + each, 0)
}

export const retentionCommand: Command = {
  group: 'Repair',
  name: 'organizations retention',
  summary:
    'Keep new messages and deliveries of an organisation for fewer days than the deployment; `default` resets one',
  usage: '[--message-days 90] [--delivery-days 7]',
  required: ['organization'],
  positional: 'organization',
  options: { organization: TEXT, 'message-days': TEXT, 'delivery-days': TEXT },
  example: ['message-days', 'delivery-days'],
  audit: { action: 'update', object: 'organization', id: 'organization' },
  run: setRetention,
}

async function setRetention({ organization = '', ...input }: Input): Promise<Report> {
  const { 'message-days': messages, 'delivery-days': deliveries } = input
  if (messages === undefined && deliveries === undefined)
    throw invalidOption('Set --message-days, --delivery-days, or both.')
  const { changeRetention, viewRetention } = await import('@replywright/core/people/organizations/organizations.ts')
  const current = await viewRetention(organization)
  const { effective } = await changeRetention(organization, {
    messageDays: messages === undefined ? current.messageDays : readDays('message-days', messages),
    deliveryDays: deliveries === undefined ? current.deliveryDays : readDays('delivery-days', deliveries),
  })
  return fieldsReport({ organization, ...effective })
}

async function showOrganizations(): Promise<Report> {
  const { listOrganizations } = await import('@replywright/core/people/organizations/organizations.ts')
  const organizations = await listOrganizations()
  return tableReport({
    rows: organizations,
    columns: [
      { title: 'ID', of: ({ id }) => id, whole: true },
      { title: 'NAME', of: ({ name }) => name },
      { title: 'CREATED (UTC)', of: ({ createdAt }) => showTime(createdAt), whole: true },
    ],
    json: organizations.map(({ id, name, isPersonal, createdAt }) => ({
      id,
      name,
      isPersonal,
      createdAt: new Date(createdAt).toISOString(),
    })),
    empty: 'There are no organisations. Create one: npm run ops -- organization create --name …',
  })
}
