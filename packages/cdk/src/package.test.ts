import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { synthesize } from '@replywright/infra/synth.ts'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { typeProblems } from '../../../test/support/install-tool.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')
/** Starts a region of AWS without stacks. */
async function startEmptyAws() {
  const answer =
    '<DescribeStacksResponse><DescribeStacksResult><Stacks/></DescribeStacksResult></DescribeStacksResponse>'
  const server = createServer((_, response) => response.end(answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'))

describe('an app of the packed package', { tags: 'full' }, () => {
  let directory = ''
  let app = ''
  let archive = ''
  const create = (...args: string[]) => run(process.execPath, ['packages/create/src/main.ts', ...args], { cwd: ROOT })
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cdk-package-'))
    app = join(directory, 'app')
    const { version } = await readJson(join(ROOT, 'packages/cdk/package.json'))
    archive = join(directory, `replywright-cdk-${version}.tgz`)
    await run('npm', ['pack', '--pack-destination', directory], { cwd: join(ROOT, 'packages/cdk') })
    await create(app, '--cdk', archive)
    // As npm installs the app, but without a registry: the CDK is that of this repository.
    const { dependencies } = await readJson(join(app, 'package.json'))
    for (const [name, spec] of Object.entries(dependencies)) {
      const installed = join(app, 'node_modules', name)
      await mkdir(dirname(installed), { recursive: true })
      if (spec !== `file:${archive}`) {
        expect(spec).toBe((await readJson(join(ROOT, 'node_modules', name, 'package.json'))).version)
        await symlink(join(ROOT, 'node_modules', name), installed)
        continue
      }
      await mkdir(installed)
      await run('tar', ['-xzf', archive, '-C', installed, '--strip-components', '1'])
    }
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  test('has the templates of this repository', async () => {
    const stages = { prod: { alarmEmail: 'alarms@example.com', selfSignUp: true } }
    const context = { ...(await readJson(join(app, 'cdk.json'))).context, stages }
    const [ours, theirs] = [join(directory, 'ours'), join(directory, 'theirs')]
    await synthesize({ outdir: ours, context })
    const env = {
      ...process.env,
      CDK_OUTDIR: theirs,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_VALIDATION: 'false',
    }
    await run(process.execPath, ['app.js'], { cwd: app, env })
    const templates = (await readdir(ours)).filter((file) => file.endsWith('.template.json'))
    expect(templates.length).toBeGreaterThan(5)
    expect((await readdir(theirs)).filter((file) => file.endsWith('.template.json'))).toEqual(templates)
    for (const file of templates) expect(await readJson(join(theirs, file))).toEqual(await readJson(join(ours, file)))
  })

  test('has settings that are checked, and their names as types', async () => {
    await expect(
      run(process.execPath, ['app.js'], { cwd: app, env: { ...process.env, CDK_CONTEXT_JSON: '{"alarmEmail":"x"}' } }),
    ).rejects.toThrow('alarmEmail: expected an address')
    const types = await readFile(join(app, 'node_modules/@replywright/cdk/dist/index.d.ts'), 'utf8')
    expect(types).toContain("  | 'alarmEmail'\n")
  })

  test("has the operators' commands", async () => {
    const { scripts } = await readJson(join(app, 'package.json'))
    const { bin } = await readJson(join(app, 'node_modules/@replywright/cdk/package.json'))
    const { stdout } = await run(process.execPath, [
      join(app, 'node_modules/@replywright/cdk', bin[scripts.ops]),
      'help',
    ])
    expect(stdout).toContain('doctor')
  })

  test.each([
    ['organizations', 'list'],
    ['organization', 'create', '--name', 'x'],
    ['webhooks', 'rotate-secret', '--organization', 'x', '--id', 'x'],
    ['trace', 'x'],
    ['dead-letters', 'list'],
    ['provider', 'set'],
    ['users', 'list'],
    ['audit', '--organization', 'x'],
    ['smoke', '--yes'],
    ['api-keys', 'attach'],
    ['reconcile', '--dry-run'],
  ])('has the command %s %s, which looks for the stacks of its stage on AWS', async (...command) => {
    const env = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', SYSTEM_TOKEN: 'x' }
    const main = join(app, 'node_modules/@replywright/cdk/dist/ops/main.js')
    await using aws = await startEmptyAws()
    const running = run(process.execPath, [main, ...command, '--stage', 'prod'], {
      env: { ...process.env, ...env, AWS_ENDPOINT_URL: aws.url },
    })
    running.child.stdin?.end()
    await expect(running).rejects.toMatchObject({
      stderr: expect.stringMatching(/^There is no stack Messaging-prod-Data in region eu-west-1 .*\n$/),
    })
  })

  test('has each name that the commands import from a file that is loaded late', async () => {
    const folder = join(app, 'node_modules/@replywright/cdk/dist/ops')
    const texts = (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8'))
    const imports = (await Promise.all(texts)).flatMap((text) => [
      ...text.matchAll(/\{([\w$:,]+)\}=await import\("\.\/([\w.-]+\.js)"\)/g),
    ])
    expect(imports.length).toBeGreaterThan(20)
    for (const [, list = '', file = ''] of imports) {
      const names = list.split(',').map((each) => each.split(':')[0])
      expect(Object.keys(await import(join(folder, file))), file).toEqual(expect.arrayContaining(names))
    }
  })

  test('has types that Node finds', { tags: 'tool' }, async ({ skip }) => {
    const problems = await typeProblems(archive)
    if (problems === undefined) return skip()
    expect(problems).toBe('')
  })

  test('is a few lines in a folder of its own, from a package with what it needs', async () => {
    expect((await readFile(join(app, 'app.js'), 'utf8')).trim().split('\n').length).toBeLessThanOrEqual(10)
    await expect(create(app, '--cdk', archive)).rejects.toThrow('is not empty')
    await expect(create()).rejects.toThrow('Usage')
    const installed = join(app, 'node_modules/@replywright/cdk')
    expect((await publint({ pkgDir: installed, strict: true, pack: false })).messages).toEqual([])
    expect((await readdir(installed)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
    expect((await readdir(join(installed, 'dist'))).toSorted()).toEqual([
      'functions',
      'index.d.ts',
      'index.js',
      'licenses.txt',
      'ops',
      'site',
    ])
  })
})
