import { type Command, FLAG, TEXT } from '../../command.ts'
import { listDeliveries } from './list.ts'
import { replayDeliveries } from './replay.ts'
import { showDelivery } from './show.ts'

export const deliveryCommands: readonly Command[] = [
  {
    group: 'Look',
    name: 'deliveries list',
    summary: "An organisation's deliveries, newest first",
    usage: '[--webhook …] [--status pending|delivered|failed] [--event …] [--since 2h] [--limit 50] [--cursor …]',
    required: ['organization'],
    options: { organization: TEXT, webhook: TEXT, status: TEXT, event: TEXT, since: TEXT, limit: TEXT, cursor: TEXT },
    run: listDeliveries,
  },
  {
    group: 'Look',
    name: 'deliveries show',
    summary: 'One delivery: every attempt with what came back, and the payload',
    required: ['organization', 'id'],
    options: { organization: TEXT, id: TEXT },
    run: showDelivery,
  },
  {
    group: 'Mend',
    name: 'deliveries replay',
    summary: 'Send one delivery once more under a new id, or every failed one of a webhook',
    usage: '--id … | --webhook … --since 2h [--dry-run] [--yes]',
    required: ['organization'],
    options: { organization: TEXT, id: TEXT, webhook: TEXT, since: TEXT, 'dry-run': FLAG, yes: FLAG },
    run: replayDeliveries,
  },
]
