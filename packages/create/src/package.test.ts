import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { expect, test } from 'vitest'
import { appFiles } from './app-files.ts'

const run = promisify(execFile)

test('an app has a script for each npm command of the guide, and the settings of its stage where operators read them', async () => {
  const files = appFiles('x.tgz')
  const guide = await readFile(join(import.meta.dirname, '../../../docs/deploy.md'), 'utf8')
  const commands = new Set([...guide.matchAll(/npm run (\w+)/g)].map(([, name]) => name))
  expect(Object.keys(JSON.parse(files['package.json'] ?? '').scripts)).toEqual(expect.arrayContaining([...commands]))
  expect(JSON.parse(files['cdk.json'] ?? '').context).toEqual({ stages: { prod: {} } })
  expect(files['app.js']).toContain('createReplywright()')
  // The app runs on the Node of the service.
  const own = JSON.parse(await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8'))
  expect(JSON.parse(files['package.json'] ?? '').optionalDependencies).toEqual(own.optionalDependencies)
  // npm would refuse the name of a folder with a space or a capital letter.
  expect(JSON.parse(files['package.json'] ?? '')).not.toHaveProperty('name')
})

test('the packed program writes an app, from a package with what it needs', { tags: 'full' }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'create-package-'))
  try {
    await run('npm', ['pack', '--pack-destination', directory], { cwd: join(import.meta.dirname, '..') })
    const [archive = ''] = await readdir(directory)
    await run('tar', ['-xzf', archive], { cwd: directory })
    const unpacked = join(directory, 'package')
    expect((await publint({ pkgDir: unpacked, strict: true, pack: false })).messages).toEqual([])
    expect((await readdir(unpacked)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
    const { bin } = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'))
    const create = (...args: readonly string[]) =>
      run(process.execPath, [join(unpacked, bin['create-replywright']), ...args], { cwd: directory })
    await expect(create('app', '--cdk', 'x.tgz')).rejects.toThrow('x.tgz does not exist.')
    await expect(create('app')).rejects.toThrow('Usage')
    await create('app', '--cdk', archive)
    expect((await readdir(join(directory, 'app'))).toSorted()).toEqual(Object.keys(appFiles('x.tgz')).toSorted())
  } finally {
    await rm(directory, { recursive: true })
  }
})
