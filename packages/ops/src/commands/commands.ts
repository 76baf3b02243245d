import { type Command, FLAG, TEXT } from '../command.ts'
import { auditCommand } from './audit.ts'
import { canaryCommand } from './canary.ts'

import { doctorCommand } from './doctor.ts'
import { documentsCommand } from './documents.ts'
import { modelCommands } from './models.ts'
import { numberCommands } from './numbers.ts'
import { deletionCommands, organizationsCommand, retentionCommand } from './organizations.ts'
import { reconcileCommand } from './reconcile.ts'
import { setUpCommands } from './set-up/commands.ts'
import { userCommands } from './users.ts'
import { webhookCommand } from './webhooks.ts'

const apiKeyCommands: readonly Command[] = [
  {
    group: 'Repair',
    name: 'api-keys attach',
    summary:
      'Add every API key of the table to the usage plan, and tag it. Safe to repeat. With --values, recreate missing keys of API Gateway with the output of `aws apigateway get-api-keys --include-values` from standard input',
    usage: '[--values] [--dry-run]',
    required: [],
    options: { values: FLAG, 'dry-run': FLAG },
    run: async (...given) => (await import('./api-keys.ts')).attachKeys(...given),
  },
  {
    group: 'Repair',
    name: 'api-keys clean',
    summary:
      'List the keys of API Gateway without a row in the table, or every key of the stage with --all. Delete them with --delete',
    usage: '[--older-than 10m] [--all] [--delete] [--yes]',
    required: [],
    options: { 'older-than': TEXT, all: FLAG, delete: FLAG, yes: FLAG },
    needsStacks: false,
    run: async (...given) => (await import('./api-keys.ts')).cleanKeys(...given),
  },
  {
    group: 'Repair',
    name: 'api-keys revoke',
    summary: 'Revoke an API key of an organisation, by the id that api-key create printed',
    required: ['organization', 'id'],
    options: { organization: TEXT, id: TEXT },
    audit: { action: 'revoke', object: 'api_key', id: 'id' },
    run: async (...given) => (await import('./api-keys.ts')).revokeKey(...given),
  },
]

const chatCommand: Command = {
  group: 'Inspect',
  name: 'chat',
  summary: "Chat with an agent, by its id or name, on its organisation's sandbox number. Type lines, or pipe them in",
  usage: '[--organization …] [--from …]',
  required: ['agent'],
  options: { agent: TEXT, organization: TEXT, from: TEXT },
  positional: 'agent',
  run: async (...given) => (await import('./chat.ts')).chat(...given),
}

const smokeCommand: Command = {
  group: 'Inspect',
  name: 'smoke',
  summary:
    'Send a message through the whole service: the sandbox number of the organisation "Smoke test", a delivery to an endpoint of the service, and an answer of an agent. Deletes what it created afterwards. Exits with 1 if a step fails',
  usage: '[--model …] [--yes]',
  required: [],
  options: { model: TEXT, yes: FLAG },
  run: async (...given) => (await import('./smoke.ts')).smoke(...given),
}

const traceCommand: Command = {
  group: 'Inspect',
  name: 'trace',
  summary:
    'Show all events of a message with times, by the id of the message, turn or delivery, or by the provider id of a sent message',
  usage: '[--organization …] [--content] [--logs]',
  required: ['id'],
  options: { id: TEXT, organization: TEXT, content: FLAG, logs: FLAG },
  positional: 'id',
  run: async (...given) => (await import('./trace.ts')).trace(...given),
}

const deadLetterCommands: readonly Command[] = [
  {
    group: 'Inspect',
    name: 'dead-letters list',
    summary: 'List the dead-letter queues, or the messages of one. Messages stay in the queue',
    usage: '[--queue … [--limit 50]]',
    required: [],
    options: { queue: TEXT, limit: TEXT },
    run: async (...given) => (await import('./dead-letters/inspect.ts')).listDeadLetters(...given),
  },
  {
    group: 'Inspect',
    name: 'dead-letters show',
    summary: 'Show a dead letter by the id of its message or delivery, with its record and all attempts',
    usage: '[--queue …]',
    required: ['id'],
    options: { id: TEXT, queue: TEXT },
    run: async (...given) => (await import('./dead-letters/inspect.ts')).showDeadLetter(...given),
  },
  {
    group: 'Repair',
    name: 'dead-letters redrive',
    summary: 'Move all, some or one of the dead letters back to their queue. Deliveries keep their ids',
    usage: '[--limit … | --id …]',
    required: ['queue'],
    options: { queue: TEXT, limit: TEXT, id: TEXT },
    run: async (...given) => (await import('./dead-letters/repair.ts')).redriveDeadLetters(...given),
  },
  {
    group: 'Repair',
    name: 'dead-letters purge',
    summary: 'Delete all or one of the dead letters. The records of deliveries are kept and can be replayed',
    usage: '[--id … | --replayed] [--yes]',
    required: ['queue'],
    options: { queue: TEXT, id: TEXT, replayed: FLAG, yes: FLAG },
    run: async (...given) => (await import('./dead-letters/repair.ts')).purgeDeadLetters(...given),
  },
]

const restoreCommands: readonly Command[] = [
  {
    group: 'Repair',
    name: 'restore rehearse',
    summary:
      'Restore the table into a second one, read it as the service does, count and compare its items, and delete it. Reads both tables whole',
    usage: '[--yes]',
    required: [],
    options: { yes: FLAG },
    run: async (...given) => (await import('./restore.ts')).rehearse(...given),
  },
  {
    group: 'Repair',
    name: 'restore',
    summary: "Copy items that are missing in the service's table from a table restored from a backup",
    usage: '[--continue …] [--yes]',
    required: ['from-table'],
    options: { 'from-table': TEXT, continue: TEXT, yes: FLAG },
    run: async (...given) => (await import('./restore.ts')).restore(...given),
  },
  {
    group: 'Repair',
    name: 'secrets re-encrypt',
    summary:
      "Encrypt all secrets with the stage's key that another key encrypted (--from arn:aws:kms:…): after a copy of the table from another region or account. Reads the whole table. Safe to repeat",
    usage: '[--yes]',
    required: ['from'],
    options: { from: TEXT, yes: FLAG },
    run: async (...given) => (await import('./secrets.ts')).reEncrypt(...given),
  },
]

export const commands: readonly Command[] = [
  doctorCommand,
  smokeCommand,
  organizationsCommand,
  traceCommand,
  auditCommand,
  ...deadLetterCommands,
  chatCommand,
  reconcileCommand,
  documentsCommand,
  webhookCommand,
  ...restoreCommands,
  ...userCommands,
  retentionCommand,
  ...numberCommands,
  ...deletionCommands,
  ...apiKeyCommands,
  ...setUpCommands,
  canaryCommand,
  ...modelCommands,
]
