import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { commands } from './commands/commands.ts'
import { usage } from './usage.ts'

const DOCUMENTS = [
  'README.md',
  'docs/agents.md',
  'docs/dashboard.md',
  'docs/deploy.md',
  'docs/operations.md',
  'docs/upgrade.md',
]

function commandLines(document: string): string[] {
  const text = readFileSync(document, 'utf8').replaceAll(/\\\n\s*/g, '')
  return [...text.matchAll(/npm run ops -- ([a-z][^`\n#]*)/g)].map(([, line = '']) =>
    line.trim().replaceAll(' -c ', ' --context '),
  )
}

test.each(DOCUMENTS)('every command in %s exists and has valid options', (document) => {
  const lines = commandLines(document)
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) {
    const args = line.split(/\s+/).filter((word) => word !== '…')
    if (args[0] === 'help' || args.includes('--help')) continue
    const command = commands.find(({ name }) => `${args.join(' ')} `.startsWith(`${name} `))
    expect(command, line).toBeDefined()
    // Placeholders are not arguments. Neither is the positional argument of a command.
    const words = args.slice(command?.name.split(' ').length)
    const options = words
      .filter((word) => command?.positional === undefined || !/^<.+>$/.test(word))
      .map((word) => (word.startsWith('--') ? word : `=${word}`))
    const given = options.join(' ').replaceAll(' =', '=').split(' ').filter(Boolean)
    const known = { ...command?.options, stage: { type: 'string' }, json: { type: 'boolean' } } as const
    for (const option of given) {
      const [name = ''] = option.slice(2).split('=')
      expect(Object.keys(known), line).toContain(name)
    }
    const parse = () => parseArgs({ args: given.map((option) => withValue(option, known)), options: known })
    expect(parse, line).not.toThrow()
  }
})

function withValue(option: string, known: Readonly<Record<string, { readonly type: string }>>): string {
  const needsValue = known[option.slice(2)]?.type === 'string'
  return needsValue ? `${option}=value` : option
}

test('the runbook contains every inspect and repair command', () => {
  const runbook = readFileSync('docs/operations.md', 'utf8')
  for (const { name, group } of commands) if (group !== 'Set up') expect(runbook).toContain(name)
})

test('the runbook has a section for each alarm', () => {
  const [, alarms = ''] = readFileSync('docs/metrics.md', 'utf8').split('## Alarms')
  const names = [...alarms.matchAll(/^\| `(\w+)/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(8)
  const sections = readFileSync('docs/operations.md', 'utf8').match(/^### .*/gm)
  for (const name of names) expect(sections).toContain(`### ${name}`)
})

test('the list of commands contains required options and the path of the runbook', () => {
  const text = usage(commands)
  for (const { name, required, positional } of commands) {
    const needed = required.map((option) => (option === positional ? `<${option}>` : `--${option} …`))
    expect(text).toContain(`  ${[name, ...needed].join(' ')}`)
  }
  expect(text).toContain('docs/operations.md')
})
