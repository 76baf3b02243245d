import { type Command, FLAG, TEXT } from '../../command.ts'

export const deadLetterCommands: readonly Command[] = [
  {
    group: 'Inspect',
    name: 'dead-letters list',
    summary: 'List the dead-letter queues, or the messages of one. Messages stay in the queue',
    usage: '[--queue … [--limit 50]]',
    required: [],
    options: { queue: TEXT, limit: TEXT },
    run: async (...given) => (await import('./list.ts')).listDeadLetters(...given),
  },
  {
    group: 'Inspect',
    name: 'dead-letters show',
    summary: 'Show a dead letter by the id of its message or delivery, with its record and all attempts',
    usage: '[--queue …]',
    required: ['id'],
    options: { id: TEXT, queue: TEXT },
    run: async (...given) => (await import('./show.ts')).showDeadLetter(...given),
  },
  {
    group: 'Repair',
    name: 'dead-letters redrive',
    summary: 'Move all, some or one of the dead letters back to their queue. Deliveries keep their ids',
    usage: '[--limit … | --id …]',
    required: ['queue'],
    options: { queue: TEXT, limit: TEXT, id: TEXT },
    run: async (...given) => (await import('./redrive.ts')).redriveDeadLetters(...given),
  },
  {
    group: 'Repair',
    name: 'dead-letters purge',
    summary: 'Delete all or one of the dead letters. The records of deliveries are kept and can be replayed',
    usage: '[--id …] [--yes]',
    required: ['queue'],
    options: { queue: TEXT, id: TEXT, yes: FLAG },
    run: async (...given) => (await import('./purge.ts')).purgeDeadLetters(...given),
  },
]
