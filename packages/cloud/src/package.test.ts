import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const PACKAGE = join(import.meta.dirname, '..')
const NODE_MODULES = join(PACKAGE, '../../node_modules')

describe('the packed package', { tags: 'full' }, () => {
  let folder = ''
  let installed = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloud-package-'))
    installed = join(folder, 'node_modules/@replywright/cloud')
    await run('npm', ['run', 'build'], { cwd: PACKAGE })
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder, './dist'], { cwd: PACKAGE })
    await mkdir(installed, { recursive: true })
    await run('tar', ['-xzf', join(folder, stdout.trim()), '-C', installed, '--strip-components', '1'])
    const { dependencies, peerDependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
    // As npm installs them, but without a registry: those of this repository.
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      const place = join(folder, 'node_modules', name)
      await mkdir(dirname(place), { recursive: true })
      await symlink(join(NODE_MODULES, name), place)
    }
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('has modules, types and documents, and nothing else', async () => {
    expect((await publint({ pkgDir: installed, strict: true, pack: false })).messages).toEqual([])
    const files = await readdir(installed, { recursive: true })
    expect(files.filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(file) && !file.startsWith('examples/'))).toEqual([])
    expect(files).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE', 'src/cloud.d.ts']))
  })

  test('runs its example of three resources in an empty folder', async () => {
    await cp(join(installed, 'examples/queue-to-table'), join(folder, 'example'), { recursive: true })
    const { stdout } = await run(process.execPath, ['--no-warnings', 'example/main.ts'], { cwd: folder })
    expect(stdout).toBe('two books\n')
  })
})
