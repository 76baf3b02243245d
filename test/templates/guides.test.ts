import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { SETTING_NAMES } from '../../infra/settings.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { commandsOf, GUIDES, pastesOf } from '../infra/guide-commands.ts'
import { synthesizeTestStacks } from '../infra/stacks.ts'

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

/** Returns what a workflow runs. */
const runBy = (workflow: string) => readFileSync(workflow, 'utf8').match(/npm run [^;|\n]+/g) ?? []

/** Removes quoted parts, and `$(` of substitutions. */
const unquoted = (command: string) => command.replaceAll(/'[^']*'|"[^"]*"/g, '').replaceAll('$(', '(')

/** Returns the CDK command that an npm script runs, with its words. */
function cdkWords(command: string): string[] | undefined {
  const [, script = '', rest = ''] = /npm run (?:--silent )?(cdk|deploy|diff|synth) --\s(.*)/.exec(command) ?? []
  if (script === '') return undefined
  return [...(script === 'cdk' ? [] : [script]), ...rest.replaceAll(/['"]/g, '').split(/\s+/)]
}

/** Functions of the shell that print their arguments instead of what the guides call. */
const PRINTED = ['aws', 'curl', 'git', 'npm', 'openssl', 'output', './replywright']
  .map((name) => `${name}() { printf '${name}'; printf ' [%s]' "$@"; echo; }`)
  .join('\n')
/** What the guides set in an earlier block. */
const VARIABLES = 'STAGE=prod API=https://api INGRESS=https://ingress TABLE=table ORGANIZATION=o WEBHOOK=w'

/** Returns what a shell makes of a paste: its exit code, and the commands with their arguments. */
function readBy(shell: 'bash' | 'zsh', paste: string) {
  const script = [PRINTED, VARIABLES, paste.replaceAll(/<[^>\n]+>/g, 'placeholder')].join('\n')
  const withoutProfile = { bash: '--norc', zsh: '-f' }[shell]
  const options = { encoding: 'utf8', env: { PATH: process.env.PATH } } as const
  const { status, stdout, stderr } = spawnSync(shell, [withoutProfile, '-c', script], options)
  return { status, stdout, stderr }
}

const hasZsh = spawnSync('zsh', ['--version']).status === 0
if (!hasZsh) console.warn('The guides are read by bash alone, because this machine has no zsh.')

describe.each([...GUIDES, ...WORKFLOWS])('%s', (guide) => {
  const commands = WORKFLOWS.includes(guide) ? runBy(guide) : commandsOf(guide)

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

describe.each(GUIDES)('%s', (guide) => {
  test('is read by bash without an error, and alike by zsh', () => {
    for (const paste of pastesOf(guide)) {
      const read = readBy('bash', paste)
      expect(read, paste).toEqual({ status: 0, stdout: expect.any(String), stderr: '' })
      if (hasZsh) expect(readBy('zsh', paste), paste).toEqual(read)
    }
  })

  // Without the option, zsh passes the words of a comment on.
  test('says how zsh accepts its comments', () => {
    expect(readFileSync(guide, 'utf8')).toContain('`setopt interactive_comments`')
  })
})

test('the commands that remove a queue first update all stacks that use the queues', () => {
  const using = Object.entries(synthesizeTestStacks()).filter(([, template]) =>
    /"Fn::ImportValue":"Messaging-prod-Messaging:ExportsOutput\w*Queue/.test(JSON.stringify(template.toJSON())),
  )
  const [command = ''] = commandsOf('docs/upgrade.md').filter((line) => line.includes('Messaging-prod-Monitoring'))
  expect(command.match(/Messaging-prod-\w+/g)).toEqual(using.map(([part]) => `Messaging-prod-${part}`).toSorted())
})

test('a label runs the checks of a pull request again, because `replaces-data` accepts what failed', () => {
  const { on } = v.parse(
    v.object({ on: v.object({ pull_request: v.object({ types: v.array(v.string()) }) }) }),
    load(readFileSync('.github/workflows/ci.yml', 'utf8')),
  )
  expect(on.pull_request.types).toEqual(['opened', 'synchronize', 'reopened', 'labeled'])
})

test.each(GUIDES)('%s says how to deploy while a worker with a gradual rollout fails', (guide) => {
  expect(readFileSync(guide, 'utf8')).toContain('`-c rollout=all-at-once`')
})
