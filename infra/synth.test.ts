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

test('writes an assembly and removes the files of an earlier one', async () => {
  writeFileSync(join(outdir, 'asset.old'), '')
  await synthesize({ outdir, context: { stage: 'local', allowPrivateDestinations: true } })
  expect(existsSync(join(outdir, 'asset.old'))).toBe(false)
  expect(existsSync(join(outdir, 'manifest.json'))).toBe(true)
  expect(existsSync(join(outdir, 'Messaging-local-Api.template.json'))).toBe(true)
})

test('reuses an assembly only for the same sources and context', async () => {
  const context = { stage: 'local', allowPrivateDestinations: true }
  await synthesize({ outdir, context })
  writeFileSync(join(outdir, 'mark'), '')
  await synthesize({ outdir, context })
  expect(existsSync(join(outdir, 'mark'))).toBe(true)
  await synthesize({ outdir, context: { ...context, selfSignUp: true } })
  expect(existsSync(join(outdir, 'mark'))).toBe(false)
})

test('throws the error of the app', async () => {
  const refused = synthesize({ outdir, context: { stage: 'prod', allowPrivateDestinations: true } })
  await expect(refused).rejects.toThrow('allowPrivateDestinations: is only accepted in stage "local"')
})
