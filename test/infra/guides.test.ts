import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { SETTING_NAMES } from '../../infra/settings.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { synthesizeTestStacks } from './stacks.ts'

/** What an operator pastes. The commands of `npm run ops` have a test beside them. */
const GUIDES = ['docs/deploy.md', 'docs/upgrade.md', 'docs/operations.md']
const WORKFLOWS = ['ci.yml', 'deploy.yml'].map((file) => `.github/workflows/${file}`)

const Options = v.record(v.string(), v.unknown())
/** The command line of the CDK. Its package exports no description of it. */
const cli = v.parse(
  v.object({
    globalOptions: Options,
    commands: v.record(v.string(), v.object({ options: v.optional(Options, {}) })),
  }),
  JSON.parse(readFileSync('node_modules/aws-cdk/lib/cli/cli-type-registry.json', 'utf8')),
)

/** Returns the commands of a guide: lines of its blocks, and code in its texts, without comments. Of a workflow, what it runs. */
function commandsOf(guide: string): string[] {
  const text = readFileSync(guide, 'utf8').replaceAll(/\\\n\s*/g, '')
  if (WORKFLOWS.includes(guide)) return text.match(/npm run [^;|\n]+/g) ?? []
  const blocks = Array.from(text.matchAll(/^ *```sh\n(.*?)^ *```$/gms), ([, block = '']) => block.split('\n')).flat()
  const inline = Array.from(text.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/`((?:aws|curl|npm) [^`]+)`/g))
  return [...blocks, ...inline.map(([, code = '']) => code.replaceAll('\\|', '|'))]
    .map((line) => line.replace(/(^|\s)#\s.*$/, '').trim())
    .filter((line) => line !== '')
}

/** Removes quoted parts, and `$(` of substitutions. */
const unquoted = (command: string) => command.replaceAll(/'[^']*'|"[^"]*"/g, '').replaceAll('$(', '(')

/** Returns the CDK command that an npm script runs, with its words. */
function cdkWords(command: string): string[] | undefined {
  const [, script = '', rest = ''] = /npm run (?:--silent )?(cdk|deploy|diff|synth) --\s(.*)/.exec(command) ?? []
  if (script === '') return undefined
  return [...(script === 'cdk' ? [] : [script]), ...rest.replaceAll(/['"]/g, '').split(/\s+/)]
}

describe.each([...GUIDES, ...WORKFLOWS])('%s', (guide) => {
  const commands = commandsOf(guide)

  test('names scripts that exist', () => {
    const names = commands.flatMap((command) => Array.from(command.matchAll(/npm run (?:--silent )?([\w:]+)/g)))
    expect(names).not.toEqual([])
    for (const [, name = ''] of names) expect(Object.keys(packageJson.scripts)).toContain(name)
  })

  test('names commands and options of the CDK that exist, and settings', () => {
    for (const [command = '', ...words] of commands.flatMap((line) => [cdkWords(line) ?? []])) {
      if (command === '') continue
      expect(Object.keys(cli.commands)).toContain(command)
      const options = Object.keys({ ...cli.globalOptions, ...cli.commands[command]?.options })
      for (const word of words.filter((each) => each.startsWith('--'))) expect(options).toContain(word.slice(2))
      for (const [index, word] of words.entries())
        if (word === '-c') expect(SETTING_NAMES).toContain(words[index + 1]?.split('=')[0])
    }
  })

  // zsh, the shell of macOS, refuses a pattern that matches no file; bash passes it on.
  test('quotes what zsh would take for a pattern of file names', () => {
    for (const command of commands) expect(unquoted(command), command).not.toMatch(/[*?[\]]|(^|\s)=/)
  })
})

test('the commands that remove a queue first update all stacks that use the queues', () => {
  const using = Object.entries(synthesizeTestStacks()).filter(([, template]) =>
    /"Fn::ImportValue":"Messaging-prod-Messaging:ExportsOutput\w*Queue/.test(JSON.stringify(template.toJSON())),
  )
  const [command = ''] = commandsOf('docs/upgrade.md').filter((line) => line.includes('Messaging-prod-Monitoring'))
  expect(command.match(/Messaging-prod-\w+/g)).toEqual(using.map(([part]) => `Messaging-prod-${part}`).toSorted())
})

test.each(GUIDES)('%s says how to deploy while a worker with a gradual rollout fails', (guide) => {
  expect(readFileSync(guide, 'utf8')).toContain('`-c rollout=all-at-once`')
})
