import { type Command, FLAG, TEXT } from '../command.ts'

/** Settings as on the command line of the CDK: `-c name=value`, each with an option of its own. */
const LIST = { ...TEXT, short: 'c', multiple: true } as const

/** Time limit of all checks. */
export const DEFAULT_LIMIT = '30s'

export const doctorCommand: Command = {
  group: 'Inspect',
  name: 'doctor',
  summary:
    'Check the whole deployment, and print the command that fixes each problem. Reads the whole table, except with --quick. With --before: check what a first deployment with these settings needs. With --live: check what only an account of AWS can show, by the last 14 days. Exits with 1 if a check fails, with --strict also if a check could not run',
  usage: `[--before -c <setting>=<value>] [--live] [--quick] [--strict] [--within ${DEFAULT_LIMIT}]`,
  required: [],
  needsStacks: false,
  options: { before: FLAG, context: LIST, live: FLAG, quick: FLAG, strict: FLAG, within: TEXT },
  run: async (...given) => (await import('./doctor/examine.ts')).examine(...given),
}
