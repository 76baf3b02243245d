import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDirectory, openDataDir, type Ready, writeReady } from './data-dir.ts'

const webhook = (id: string, secret: string) => ({ id, url: `http://127.0.0.1:3002/${id}`, secret })
const [kept, deleted] = [webhook('kept', 'whsec_1'), webhook('deleted', '')]
const READY: Omit<Ready, 'webhook' | 'webhooks'> = {
  baseUrl: '',
  apiKey: '',
  readApiKey: '',
  dashboardUrl: '',
  email: '',
  password: '',
  ingressUrl: '',
  verifyToken: '',
  appSecret: '',
  providerUrl: '',
  modelUrl: '',
  account: { id: '', waId: '' },
  agent: { id: '' },
  numbers: [],
  receiverUrl: '',
  otherOrganization: { apiKey: '', webhookId: '' },
}

test.each([
  ['all webhooks', [kept, webhook('second', 'whsec_2')], kept],
  ['no first webhook', [deleted, kept], undefined],
  ['no second webhook', [kept, deleted], kept],
])('ready.json has %s if users deleted the others', async (_, [first, second], shown) => {
  const directory = await mkdtemp(join(tmpdir(), 'replywright-ready-'))
  try {
    if (!first || !second) throw new Error('two webhooks are written')
    const ready = { ...READY, webhook: first, webhooks: [first, second] }
    await writeReady(directory, ready, { environment: {}, outputs: {} })
    const written: unknown = JSON.parse(await readFile(join(directory, 'ready.json'), 'utf8'))
    const webhooks = ready.webhooks.filter(({ id }) => id !== 'deleted')
    expect(written).toEqual({ ...READY, ...(shown && { webhook: shown }), webhooks })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

test.each([
  ['a new directory', async () => {}, 0o700],
  ['an empty directory', (path: string) => mkdir(path), 0o700],
  [
    'a directory with data',
    async (path: string) => {
      await mkdir(path)
      await writeFile(join(path, 'lock'), '')
    },
    0o700,
  ],
  [
    'a directory with files of others',
    async (path: string) => {
      await mkdir(path)
      await writeFile(join(path, 'letter.txt'), '')
    },
    0o755,
  ],
])('%s is open to its user only, unless others use it', async (_, prepare, mode) => {
  const parent = await mkdtemp(join(tmpdir(), 'replywright-mode-'))
  const path = join(parent, 'data')
  try {
    await prepare(path)
    if (mode === 0o755) await chmod(path, 0o755)
    const unlock = await openDataDir(path)
    expect((await stat(path)).mode & 0o777).toBe(mode)
    await unlock()
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
})

test('a directory is created with those above it, for this user only', async () => {
  const directory = join(await mkdtemp(join(tmpdir(), 'data-dir-')), 'a', 'b')
  createDirectory(directory)
  createDirectory(directory)
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
})

test.runIf(process.platform === 'linux')(
  'a directory that the system refuses is an error, and no endless attempt',
  () => {
    expect(() => createDirectory('/proc/replywright/data')).toThrow(/ENOENT|EACCES/)
  },
)

test('a link to a directory that does not exist is told as one', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'replywright-link-'))
  const path = join(parent, 'data')
  try {
    await symlink(join(parent, 'nowhere'), path)
    expect(() => createDirectory(path)).toThrow(`${path} is a link to ${parent}/nowhere, which does not exist. Create`)
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
})
