import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { expect, test } from 'vitest'
import { appFiles } from './app-files.ts'

const run = promisify(execFile)

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
    await run(process.execPath, [join(unpacked, bin['create-replywright']), 'app', '--cdk', 'x.tgz'], {
      cwd: directory,
    })
    expect((await readdir(join(directory, 'app'))).toSorted()).toEqual(Object.keys(appFiles('app', 'x.tgz')).toSorted())
  } finally {
    await rm(directory, { recursive: true })
  }
})
