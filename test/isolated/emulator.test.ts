// @module-tag full
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mapConcurrently } from '../faults/map-concurrently.ts'
import { GUIDES, pastesOf } from '../infra/guide-commands.ts'
import { OWN_DOMAINS, synthesizeTestStacks } from '../infra/stacks.ts'
import { type CommandLine, startCommandLine } from '../support/emulator/command-line.ts'
import { createStacks } from '../support/emulator/create-stacks.ts'
import { type Emulator, startEmulator } from '../support/emulator/emulator.ts'
import { fromPyPi, installTool } from '../support/install-tool.ts'

/** AWS's validator of templates, and its command line. */
const TOOLS = ['cfn-lint==1.58.0', 'awscli==1.46.3']

/** With an installation, on a slow machine. */
const LONGEST_MILLISECONDS = 900_000

/** Commands that run at the same time. Each waits for the emulator. */
const AT_ONCE = 3

/** In the order of `cdk deploy --all`. */
const STACKS = ['Data', 'Account', 'Api', 'Messaging', 'Dashboard', 'Monitoring', 'Operators']

/** With the settings that add resources. */
const EVERYTHING = {
  ...OWN_DOMAINS,
  webAcl: true,
  canary: true,
  mailFrom: 'no-reply@example.com',
  ingress: 'api',
  rollout: 'gradual',
  tableBilling: 'provisioned',
  customerManagedEncryption: true,
  requestLog: true,
  backupCopyVaultArn: 'arn:aws:backup:eu-west-1:210987654321:backup-vault:copies',
  siteDistributionId: 'E1ABCDEF234567',
  siteWebAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/site/1',
  quietHours: 6,
  monthlyBudgetUsd: 100,
  guardrails: 'bedrock',
  transcribeLanguages: 'en-US,es-US',
  embeddingModel: 'bedrock:amazon.titan-embed-text-v2:0',
  scanModel: 'bedrock:amazon.nova-lite-v1:0',
  threatProtection: true,
}

/** The CDK writes dependencies that a reference implies, too. */
const IGNORED_RULE = 'W3005'

/** Runs cfn-lint, which keeps what it creates. A fifth of its processor time would look for garbage. */
const LINTER = `
import gc, sys
from cfnlint.runner import main
gc.disable()
sys.exit(main())
`

/** What the command line prints if it does not know a command, an option or its form. */
const UNKNOWN = /^usage:|Unknown options|Parameter validation failed/m

const run = promisify(execFile)
let tools: string | undefined
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'emulator-'))
  tools = await installTool('aws', fromPyPi(...TOOLS))
}, LONGEST_MILLISECONDS)
afterAll(() => rm(directory, { recursive: true, force: true }))

test('cfn-lint finds nothing in the templates', { tags: 'tool', timeout: LONGEST_MILLISECONDS }, async ({ skip }) => {
  if (tools === undefined) return skip()
  const written = Object.entries(synthesizeTestStacks(EVERYTHING)).map(async ([name, template]) => {
    const file = join(directory, `${name}.template.json`)
    await writeFile(file, JSON.stringify(template.toJSON()))
    return file
  })
  const files = [...(await Promise.all(written)), '.github/roles.yml']
  const args = ['--regions', 'eu-central-1', '--ignore-checks', IGNORED_RULE, '--', ...files]
  const linted = await run(join(tools, 'bin/python'), ['-c', LINTER, ...args]).catch((error: unknown) => error)
  expect(linted).toMatchObject({ stdout: '' })
})

describe('on an emulator of AWS', { tags: 'tool' }, () => {
  let emulator: Emulator | undefined
  let commandLine: CommandLine | undefined
  let states: (string | undefined)[] = []
  beforeAll(async () => {
    if (tools !== undefined) emulator = await startEmulator()
    if (tools === undefined || !emulator) return
    commandLine = await startCommandLine(tools)
    states = await createStacks(emulator, STACKS, synthesizeTestStacks())
  }, LONGEST_MILLISECONDS)
  afterAll(async () => {
    await commandLine?.stop()
    await emulator?.stop()
  })

  /** Runs a part of a guide in bash. Only AWS's command line is called. */
  async function paste(text: string) {
    const filled = text.replaceAll(/<[^>\n]+>|…/g, 'left-open-by-the-guide')
    const stubs = ['npm', 'git', 'openssl', 'curl'].map((name) => `${name}() { :; }`)
    const env = { ...process.env, ...emulator?.env, STAGE: 'prod' }
    const script = [commandLine?.script, ...stubs, filled].join('\n')
    const Ended = v.object({ stdout: v.string(), stderr: v.string() })
    const ended = run('bash', ['--norc', '-c', script], { env, timeout: 60_000 }).catch((error: unknown) => error)
    return v.parse(Ended, await ended)
  }

  async function ops(...args: readonly string[]): Promise<string> {
    const env = { ...process.env, ...emulator?.env }
    const command = ['packages/ops/src/main.ts', ...args, '--stage', 'prod']
    const Ended = v.object({ stdout: v.string() })
    return v.parse(Ended, await run(process.execPath, command, { env }).catch((error: unknown) => error)).stdout
  }

  test('CloudFormation creates each stack', ({ skip }) => {
    if (!emulator) return skip()
    expect(states).toEqual(STACKS.map(() => 'CREATE_COMPLETE'))
  })

  test('the operators’ commands find the stage and write to its table', async ({ skip }) => {
    if (!emulator) return skip()
    await ops('organization', 'create', '--name', 'Acme')
    expect(await ops('organizations', 'list')).toContain('Acme')
    const Lines = v.array(v.object({ check: v.string(), state: v.string() }))
    const lines = v.parse(Lines, JSON.parse(await ops('doctor', '--before', '--json')))
    // The emulator has no service quotas.
    const known = lines.filter(({ check }) => check !== 'Bedrock quota' && check !== 'Lambda quota')
    expect(known.map(({ check, state }) => `${check}: ${state}`)).toEqual([
      'mailFrom: ok',
      'ingress: ok',
      'CloudFront: ok',
      'API Gateway role: ok',
      'IAM roles: ok',
      'key: ok',
    ])
  })

  test.for(GUIDES)(
    'AWS’s command line knows each command of %s',
    { timeout: LONGEST_MILLISECONDS },
    async (guide, { skip }) => {
      if (!emulator) return skip()
      const pastes = pastesOf(guide)
      const [output = ''] = pastes.find((text) => text.startsWith('output()'))?.split('\n') ?? []
      // A text names a command without its options.
      const whole = pastes.filter((text) => /\baws /.test(text) && !/^aws [\w-]+ [\w-]+$/.test(text))
      await mapConcurrently(
        whole,
        async (text) => expect((await paste(`${output}\n${text}`)).stderr, text).not.toMatch(UNKNOWN),
        AT_ONCE,
      )
    },
  )

  test('the outputs that the guide reads exist', async ({ skip }) => {
    if (!emulator) return skip()
    const text = pastesOf('docs/deploy.md').find((each) => each.startsWith('output()'))
    const { stdout } = await paste(`${text}\necho "$API $INGRESS $SITE"`)
    expect(stdout).toMatch(/^https:\S+\/prod https:\S+ https:\S+\n$/)
  })
})
