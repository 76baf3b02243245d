import { type Command, FLAG, TEXT } from '../../command.ts'

/** Commands that repair differences between API Gateway's keys and the table's rows. */
export const apiKeyCommands: readonly Command[] = [
  {
    group: 'Repair',
    name: 'api-keys attach',
    summary:
      'Add every API key of the table to the usage plan, and tag it. Safe to repeat. With --values, recreate missing keys of API Gateway with the output of `aws apigateway get-api-keys --include-values` from standard input',
    usage: '[--values] [--dry-run]',
    required: [],
    options: { values: FLAG, 'dry-run': FLAG },
    run: async (...given) => (await import('./attach.ts')).attachKeys(...given),
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
    run: async (...given) => (await import('./clean.ts')).cleanKeys(...given),
  },
]
