import { type Command, FLAG, TEXT } from '../../command.ts'
import { listDeadLetters } from './list.ts'
import { purgeDeadLetters } from './purge.ts'
import { redriveDeadLetters } from './redrive.ts'
import { showDeadLetter } from './show.ts'

export const deadLetterCommands: readonly Command[] = [
  {
    group: 'Look',
    name: 'dead-letters list',
    summary: 'The dead-letter queues, or the messages of one; nothing is taken out',
    usage: '[--queue … [--limit 50]]',
    required: [],
    options: { queue: TEXT, limit: TEXT },
    run: listDeadLetters,
  },
  {
    group: 'Look',
    name: 'dead-letters show',
    summary: 'One dead letter, by the id of its message or delivery: its record and every attempt',
    usage: '[--queue …]',
    required: ['id'],
    options: { id: TEXT, queue: TEXT },
    run: showDeadLetter,
  },
  {
    group: 'Mend',
    name: 'dead-letters redrive',
    summary: 'Send dead letters back to their queue: all, some or one. Deliveries keep their ids',
    usage: '[--limit … | --id …]',
    required: ['queue'],
    options: { queue: TEXT, limit: TEXT, id: TEXT },
    run: redriveDeadLetters,
  },
  {
    group: 'Mend',
    name: 'dead-letters purge',
    summary: 'Throw dead letters away: all or one. Records of deliveries stay, and can be replayed',
    usage: '[--id …] [--yes]',
    required: ['queue'],
    options: { queue: TEXT, id: TEXT, yes: FLAG },
    run: purgeDeadLetters,
  },
]
