import { type Command, GROUPS } from './command.ts'
import { OPTION_HELP } from './option-help.ts'

/** Options of every command. */
export const COMMON = { stage: { type: 'string' }, json: { type: 'boolean', default: false } } as const

export function usageOf({ name, required, positional, usage }: Command): string {
  const needed = required.map((option) => (option === positional ? `<${option}>` : `--${option} …`))
  return [name, ...needed, ...(usage ? [usage] : [])].join(' ')
}

export function usage(commands: readonly Command[]): string {
  const groups = GROUPS.map((group) => {
    const rows = commands.filter((command) => command.group === group)
    return [`${group}:`, ...summaries(rows)].join('\n')
  }).filter((text) => text.includes('\n'))
  return `npm run ops -- <command> [--stage <stage>] [--json]

${groups.join('\n\n')}

npm run ops -- help <command> explains a command with its options.
Without --stage, commands use the local service of npm start. With --stage, they use that stage's stacks on AWS.
Times are ISO 8601 (2026-11-20T16:00:00Z) or durations before now (30m, 2h, 7d). Secrets are read from APP_SECRET, VERIFY_TOKEN, ACCESS_TOKEN and MODEL_API_KEY, or from a prompt.
For details see docs/operations.md`
}

export function summaries(commands: readonly Command[]): string[] {
  return commands.map((command) => `  ${usageOf(command)}\n      ${command.summary}`)
}

/** Returns the help of one command: its usage, each option, and an example. */
export function helpOf(command: Command): string {
  const { required, options, positional, secrets = [], summary } = command
  const names = [...new Set([...required, ...Object.keys(options)]), ...Object.keys(COMMON)]
  const rows = names.map((option): [string, string] => {
    const { meaning = '', sample } = OPTION_HELP[option] ?? {}
    const title = option === positional ? `<${option}>` : `--${option}${sample === undefined ? '' : ' …'}`
    return [title, required.includes(option) ? `${meaning} (required)` : meaning]
  })
  const width = Math.max(...rows.map(([title]) => title.length))
  return `npm run ops -- ${usageOf(command)}

${summary}.

Options:
${rows.map(([title, meaning]) => `  ${title.padEnd(width)}  ${meaning}`).join('\n')}
${secrets.length > 0 ? `\nSecrets, from these variables or from a prompt: ${secrets.join(', ')}\n` : ''}
Example:
  ${secrets.map((name) => `${name}=… `).join('')}npm run ops -- ${exampleOf(command).join(' ')}`
}

/** Returns the arguments of an example. */
export function exampleOf({ name, required, positional, example = [] }: Command): string[] {
  const given = [...required, ...example].flatMap((option) => {
    const { sample } = OPTION_HELP[option] ?? {}
    const title = option === positional ? [] : [`--${option}`]
    return sample === undefined ? title : [...title, sample]
  })
  return [...name.split(' '), ...given]
}
