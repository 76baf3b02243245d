import { parseArgs } from 'node:util'
import type { Command } from './command.ts'
import { commands } from './commands/commands.ts'
import { readSecrets } from './read-secrets.ts'
import { aimAt } from './target.ts'

const WHERE = { stage: { type: 'string' }, json: { type: 'boolean', default: false } } as const

function usage(): string {
  const rows = commands.map(({ name, required, summary }) => {
    const given = required.map((option) => `--${option} …`).join(' ')
    return `  ${`${name} ${given}`.trim()}\n      ${summary}`
  })
  return `npm run ops -- <command> [--stage <stage>] [--json]\n\n${rows.join('\n')}

Without --stage the command works on what npm start runs here; with it on that stage's stacks on AWS.
Secrets are read from APP_SECRET, VERIFY_TOKEN and ACCESS_TOKEN, or asked for.`
}

function findCommand(args: readonly string[]): Command {
  const typed = args.slice(0, 2).join(' ')
  const command = commands.find(({ name }) => name === typed)
  if (!command) throw new Error(`${typed ? `Unknown command: ${typed}\n\n` : ''}${usage()}`)
  return command
}

try {
  const args = process.argv.slice(2)
  const command = findCommand(args)
  const parsed = parseArgs({ args: args.slice(2), options: { ...WHERE, ...command.options } })
  const values: Readonly<Record<string, unknown>> = parsed.values
  const missing = command.required.filter((option) => !values[option])
  if (missing.length > 0) throw new Error(`Missing: ${missing.map((option) => `--${option}`).join(', ')}`)
  const stage = typeof values.stage === 'string' ? values.stage : undefined
  await aimAt({ local: stage === undefined, stage: stage ?? '' })
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const row = await command.run({ ...Object.fromEntries(texts), ...(await readSecrets(command.secrets)) }, Date.now())
  if (values.json) console.log(JSON.stringify(row))
  else for (const [name, value] of Object.entries(row)) console.log(`${name.padEnd(16)} ${value}`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
