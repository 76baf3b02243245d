import { type Command, FLAG, TEXT } from '../../command.ts'

export const deliveryCommands: readonly Command[] = [
  {
    group: 'Inspect',
    name: 'deliveries list',
    summary: "List an organisation's deliveries, newest first",
    usage: '[--webhook …] [--status pending|delivered|failed] [--event …] [--since 2h] [--limit 50] [--cursor …]',
    required: ['organization'],
    options: { organization: TEXT, webhook: TEXT, status: TEXT, event: TEXT, since: TEXT, limit: TEXT, cursor: TEXT },
    run: async (...given) => (await import('./list.ts')).listDeliveries(...given),
  },
  {
    group: 'Inspect',
    name: 'deliveries show',
    summary: 'Show a delivery with its payload and all attempts with their responses',
    required: ['organization', 'id'],
    options: { organization: TEXT, id: TEXT },
    run: async (...given) => (await import('./show.ts')).showDelivery(...given),
  },
  {
    group: 'Repair',
    name: 'deliveries replay',
    summary: 'Replay one delivery, or all failed deliveries of a webhook, under new ids',
    usage: '--id … | --webhook … --since 2h [--dry-run] [--yes]',
    example: ['webhook', 'since', 'dry-run'],
    required: ['organization'],
    options: { organization: TEXT, id: TEXT, webhook: TEXT, since: TEXT, 'dry-run': FLAG, yes: FLAG },
    audit: { action: 'replay', object: 'delivery', id: 'id' },
    run: async (...given) => (await import('./replay.ts')).replayDeliveries(...given),
  },
]
