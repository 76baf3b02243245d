import { type Command, GROUPS } from './command.ts'

export function usageOf({ name, required, positional, usage }: Command): string {
  const needed = required.map((option) => (option === positional ? `<${option}>` : `--${option} …`))
  return [name, ...needed, ...(usage ? [usage] : [])].join(' ')
}

export function usage(commands: readonly Command[]): string {
  const groups = GROUPS.map((group) => {
    const rows = commands.filter((command) => command.group === group)
    return [`${group}:`, ...rows.map((command) => `  ${usageOf(command)}\n      ${command.summary}`)].join('\n')
  })
  return `npm run ops -- <command> [--stage <stage>] [--json]

${groups.join('\n\n')}

Without --stage, commands use the local service of npm start. With --stage, they use that stage's stacks on AWS.
Times are ISO 8601 (2026-11-20T16:00:00Z) or durations before now (30m, 2h, 7d). Secrets are read from APP_SECRET, VERIFY_TOKEN, ACCESS_TOKEN and MODEL_API_KEY, or from a prompt.
For details see docs/operations.md`
}
