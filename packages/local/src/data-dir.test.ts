import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Ready, writeReady } from './data-dir.ts'

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
