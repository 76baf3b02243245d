import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { synthesize } from './synth.ts'

let outdir = ''
beforeEach(() => {
  outdir = mkdtempSync(join(tmpdir(), 'synth-'))
})
afterEach(() => rmSync(outdir, { recursive: true, force: true }))

test('writes an assembly, removes the files of an earlier one, reuses it for the same sources and context, and throws the error of the app', {
  tags: 'full',
}, async () => {
  const context = { stage: 'local', allowPrivateDestinations: true }
  const mark = join(outdir, 'asset.old')
  writeFileSync(mark, '')
  await synthesize({ outdir, context })
  expect(existsSync(mark)).toBe(false)
  expect(existsSync(join(outdir, 'manifest.json'))).toBe(true)
  expect(existsSync(join(outdir, 'Messaging-local-Api.template.json'))).toBe(true)
  writeFileSync(mark, '')
  await synthesize({ outdir, context })
  expect(existsSync(mark)).toBe(true)
  const refused = synthesize({ outdir, context: { ...context, stage: 'prod' } })
  await expect(refused).rejects.toThrow('allowPrivateDestinations: is only accepted in stage "local"')
  expect(existsSync(mark)).toBe(false)
})
