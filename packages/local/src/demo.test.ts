import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadDemoSecrets } from './demo.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'demo-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test('the secrets are those of the first start', async () => {
  const secrets = await loadDemoSecrets(dataDir)
  expect(await loadDemoSecrets(dataDir)).toEqual(secrets)
})

test.each(['', '{"appSecret":'])('after the incomplete file %o there are new ones', async (content) => {
  await writeFile(join(dataDir, 'demo.json'), content)
  const secrets = await loadDemoSecrets(dataDir)
  expect(secrets).toMatchObject({ appSecret: expect.any(String), password: expect.any(String) })
  expect(await loadDemoSecrets(dataDir)).toEqual(secrets)
})
