import { setTimeout } from 'node:timers/promises'
import { CustomerKey } from '@replywright/contract/customer-key.ts'
import * as v from 'valibot'
import { type Command, FLAG, type Input, type Session, TEXT } from '../command.ts'
import { invalidOption } from '../read-options.ts'
import type { Report } from '../report.ts'
import { count } from '../show.ts'

const ONE = { required: ['organization', 'customer'], options: { organization: TEXT, customer: TEXT } } as const

export const customerCommands: readonly Command[] = [
  {
    group: 'Inspect',
    name: 'customer export',
    summary: "Print a customer's data as JSON Lines. The customer is a number, or user: and the provider's user id",
    ...ONE,
    // Without the customer: entries outlive erased data.
    audit: { action: 'export', object: 'customer' },
    run: exportData,
  },
  {
    group: 'Repair',
    name: 'customer erase',
    summary: "Erase a customer's data in an organisation. Can be repeated after an interruption",
    required: ONE.required,
    options: { ...ONE.options, yes: FLAG },
    audit: { action: 'erase', object: 'customer' },
    run: eraseData,
  },
]

/** Returns the key of the customer. @throws ServiceError for an invalid number, or an organisation that does not exist */
async function customerOf(organization: string, text: string): Promise<string> {
  const read = v.safeParse(CustomerKey, text)
  if (!read.success) throw invalidOption(`--customer: ${read.issues[0].message}`)
  const { requireOrganization } = await import('@replywright/core/people/organizations/organizations.ts')
  await requireOrganization(organization)
  return read.output
}

async function exportData({ organization = '', customer = '' }: Input, session: Session): Promise<Report> {
  const key = await customerOf(organization, customer)
  const { exportStep } = await import('@replywright/core/operations/customers/customers.ts')
  const records: object[] = []
  const progress = session.progress('Records read')
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const step = await exportStep(organization, key, cursor, session.clock())
    records.push(...step.records)
    progress.update(records.length)
    cursor = step.next
  }
  progress.end()
  if (records.length === 0)
    throw invalidOption(
      `--customer: nothing is stored about ${customer} in this organisation. Check the number with its country code, or the user id, and the organisation: npm run ops -- organizations list`,
    )
  return { json: records, lines: () => records.map((record) => JSON.stringify(record)) }
}

async function eraseData({ organization = '', customer = '' }: Input, session: Session): Promise<Report> {
  const key = await customerOf(organization, customer)
  const { eraseStep } = await import('@replywright/core/operations/customers/erase-customer.ts')
  const { viewCustomer } = await import('@replywright/core/operations/customers/customers.ts')
  const { conversations, memories } = await viewCustomer(organization, key, session.clock())
  const messages = conversations.reduce((sum, conversation) => sum + conversation.messages, 0)
  const found = `${count(conversations.length, 'conversation', 'conversations')} with ${count(messages, 'message', 'messages')}, ${count(memories, 'remembered value', 'remembered values')}`
  await session.confirm(`Erase ${found}, and the deliveries of the last 30 days with this customer?`)
  const erased = new Map<string, number>()
  let refusesMarketing = false
  const progress = session.progress('Records erased')
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const step = await eraseStep(organization, key, cursor, session.clock())
    for (const [type, more] of Object.entries(step.erased)) erased.set(type, (erased.get(type) ?? 0) + more)
    refusesMarketing ||= (step.kept.optOuts ?? 0) > 0
    progress.update([...erased.values()].reduce((sum, each) => sum + each, 0))
    // A function that began before may still write.
    if (step.waitSeconds > 0) await setTimeout(step.waitSeconds * 1000)
    cursor = step.next
  }
  progress.end()
  const total = Object.fromEntries(erased)
  return {
    json: { ...total, ...(refusesMarketing && { kept: { optOuts: 1 } }) },
    lines: () => [
      ...Object.entries(total).map(([type, number]) => `${type.padEnd(16)} ${number}`),
      ...(refusesMarketing ? ['Kept: the customer refuses marketing, under a keyed hash of the name.'] : []),
    ],
  }
}
