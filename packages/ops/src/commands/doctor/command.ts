import { type Command, FLAG, TEXT } from '../../command.ts'

/** Time limit of all checks. */
export const DEFAULT_LIMIT = '30s'

export const doctorCommand: Command = {
  group: 'Inspect',
  name: 'doctor',
  summary:
    'Check the whole deployment, and print the command that fixes each problem. Reads the whole table, except with --quick. Exits with 1 if a check fails',
  usage: `[--quick] [--within ${DEFAULT_LIMIT}]`,
  required: [],
  options: { quick: FLAG, within: TEXT },
  run: async (...given) => (await import('./examine.ts')).examine(...given),
}
