import { type Command, GROUPS } from './command.ts'

/** One command as it is typed. */
export function usageOf({ name, required, positional, usage }: Command): string {
  const needed = required.map((option) => (option === positional ? `<${option}>` : `--${option} …`))
  return [name, ...needed, ...(usage ? [usage] : [])].join(' ')
}

/** The list of commands. */
export function usage(commands: readonly Command[]): string {
  const groups = GROUPS.map((group) => {
    const rows = commands.filter((command) => command.group === group)
    return [`${group}:`, ...rows.map((command) => `  ${usageOf(command)}\n      ${command.summary}`)].join('\n')
  })
  return `npm run ops -- <command> [--stage <stage>] [--json]

${groups.join('\n\n')}

Without --stage a command works on what npm start runs here; with it on that stage's stacks on AWS.
Times are like 2026-11-20T16:00:00Z, or 30m, 2h, 7d ago. Secrets are read from APP_SECRET, VERIFY_TOKEN, ACCESS_TOKEN and MODEL_API_KEY, or asked for.
What each is for: docs/operations.md`
}
