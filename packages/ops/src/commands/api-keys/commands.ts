import { type Command, FLAG, TEXT } from '../../command.ts'
import { attachKeys } from './attach.ts'
import { cleanKeys } from './clean.ts'

/** What brings API Gateway's keys and the table's rows together again. */
export const apiKeyCommands: readonly Command[] = [
  {
    group: 'Mend',
    name: 'api-keys attach',
    summary:
      'Put every API key of the table under the usage plan again, and tag it; safe at any time. With --values, keys that API Gateway lacks are created again with the values that `aws apigateway get-api-keys --include-values` prints, read from standard input',
    usage: '[--values] [--dry-run]',
    required: [],
    options: { values: FLAG, 'dry-run': FLAG },
    run: attachKeys,
  },
  {
    group: 'Mend',
    name: 'api-keys clean',
    summary:
      'List the keys of API Gateway that no row of the table stands for, or with --all every key of the stage. With --delete they are deleted',
    usage: '[--older-than 10m] [--all] [--delete] [--yes]',
    required: [],
    options: { 'older-than': TEXT, all: FLAG, delete: FLAG, yes: FLAG },
    needsStacks: false,
    run: cleanKeys,
  },
]
