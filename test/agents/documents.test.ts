// @module-tag full
import { S3 } from '@aws-sdk/client-s3'
import { MOST_DOCUMENTS } from '@replywright/contract/agents-sub-resources.ts'
import { listDocumentItems } from '@replywright/core/agents/documents/document-entity.ts'
import { handleDocument } from '@replywright/core/agents/documents/handle-document.ts'
import {
  documentTools,
  readyDocuments,
  searchDocuments,
} from '@replywright/core/agents/documents/search/search-documents.ts'
import { pdf } from '@replywright/core/agents/documents/text/testing/pdf.ts'
import { docx } from '@replywright/core/agents/documents/text/testing/zip.ts'
import { findAgent } from '@replywright/core/agents/find-agent.ts'
import { amendAgent } from '@replywright/core/agents/write-agent.ts'
import { newId } from '@replywright/core/platform/clock.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { actAsAdministrator, clientOf } from '../support/administrator.ts'
import { type ApiResponse, callers, idOf, startTestService } from '../support/service.ts'
import { itemsOf, uploadTo } from './agent-fixtures.ts'
import { agentWorld } from './agent-world.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let service: Service
beforeAll(async () => {
  service = await startTestService({ agentAnswers: true, log: world.log })
  actAsAdministrator(service)
  Object.assign(process.env, { BUCKET_NAME: bucket() })
})
afterAll(() => service?.stop())

const bucket = () => service.cloud.resource('Objects', 'AWS::S3::Bucket').physicalId
const world = agentWorld(() => service)
const { api, apiToRead } = callers(() => service)
const upload = (agentId: string, name: string, content: string | Uint8Array<ArrayBuffer>) =>
  uploadTo(service, `/agents/${agentId}/documents/`, new File([content], name), {}, {})
const newAgent = async () => idOf(await api('POST', '/agents/', { name: 'Ada' }))

const Linked = v.looseObject({
  profilePicture: v.string(),
  documents: v.array(v.looseObject({ file: v.string() })),
})
const Uploaded = v.looseObject({ file: v.string() })
const Announced = v.object({
  id: v.string(),
  upload: v.object({ url: v.string(), fields: v.record(v.string(), v.string()) }),
})

async function announce(agentId: string, name: string, size: number) {
  const response = await api('POST', `/agents/${agentId}/documents/`, { name, size, contentType: 'text/plain' })
  return v.parse(Announced, response.body)
}

/** Posts a file with its form, as a browser does. */
async function sendForm(
  { upload: { url, fields } }: v.InferOutput<typeof Announced>,
  content: string | Uint8Array<ArrayBuffer>,
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', new File([content], 'any'))
  return await fetch(url, { method: 'POST', body, headers: { origin: 'https://shop.example' } })
}

/** Waits until no document of an agent is pending or being read. Returns the agent. */
async function whenProcessed(agentId: string): Promise<ApiResponse> {
  let response = await api('GET', `/agents/${agentId}/`)
  await vi.waitUntil(
    async () => {
      response = await api('GET', `/agents/${agentId}/`)
      return itemsOf(response, 'documents').every(({ status }) => status !== 'pending' && status !== 'processing')
    },
    { timeout: 90_000, interval: 200 },
  )
  return response
}

const organizationOf = async (agentId: string) => {
  const { organization } = Object((await api('GET', `/agents/${agentId}/`)).body)
  return String(organization.id)
}

async function search(agentId: string, query: string) {
  const organizationId = await organizationOf(agentId)
  const agent = await findAgent(organizationId, agentId)
  if (!agent) return []
  const call = { signal: AbortSignal.timeout(10_000), now: Date.now() }
  return (await searchDocuments(organizationId, agentId, await readyDocuments(agent), query, call)).passages
}

async function keysOf(agentId: string, prefix = 'documents/'): Promise<string[]> {
  const s3 = clientOf(S3, service.cloud)
  const { Contents = [] } = await s3.listObjectsV2({ Bucket: bucket(), Prefix: prefix })
  return Contents.flatMap(({ Key = '' }) => (Key.includes(agentId) ? [Key.slice(Key.lastIndexOf('/') + 1)] : []))
}

describe('an uploaded document', () => {
  test('is read, listed as ready, and found by its content', async () => {
    const agentId = await newAgent()
    const uploaded = await upload(agentId, 'prices.md', '# Chairs\nThe oak chair costs 49 euros.\n# Lamps\nNone left.')
    expect(uploaded).toMatchObject({ status: 201, body: { status: 'pending' } })
    const ready = [{ id: idOf(uploaded), name: 'prices.md', status: 'ready' }]
    expect((await whenProcessed(agentId)).body).toMatchObject({ documents: ready })
    const { results } = Object((await apiToRead('GET', '/agents/?limit=1')).body)
    expect(results).toMatchObject([{ id: agentId, documents: ready }])

    const found = await search(agentId, 'oak chairs')
    expect(found).toEqual([
      {
        documentId: idOf(uploaded),
        documentName: 'prices.md',
        place: 'Chairs',
        text: 'The oak chair costs 49 euros.',
      },
    ])
    expect(await search(await newAgent(), 'oak chairs')).toEqual([])
  })

  test('becomes a tool of its agent that names it and the source of each passage', async () => {
    const agentId = await newAgent()
    const organizationId = await organizationOf(agentId)
    const toolsNow = async () => {
      const agent = await findAgent(organizationId, agentId)
      return agent ? await documentTools(agent) : []
    }
    expect(await toolsNow()).toEqual([])
    await upload(agentId, 'terms.pdf', new Uint8Array(pdf([['Hello'], ['We deliver within two days.']])))
    await upload(agentId, 'care.docx', new Uint8Array(docx(['# Oak', 'Oil it every spring.'])))
    await upload(agentId, 'hours.html', '<h1>Opening hours</h1><p>From nine to five.</p>')
    await whenProcessed(agentId)
    const [tool] = await toolsNow()
    expect(tool).toMatchObject({ name: 'search_documents', description: expect.stringContaining('"terms.pdf"') })
    const call = { id: agentId, now: 0, signal: AbortSignal.timeout(60_000) }
    expect(await tool?.run({ query: 'refund' }, call), 'small documents are returned whole').toEqual({
      text: expect.stringMatching(/We deliver within two days\..*Oil it every spring\..*From nine to five\./s),
    })
    await upload(agentId, 'long.txt', 'Lorem ipsum dolor sit amet. '.repeat(500))
    await whenProcessed(agentId)
    const [searching] = await toolsNow()
    expect(await searching?.run({ query: 'delivery days, deliver' }, call)).toEqual({
      text: 'From "terms.pdf", page 2:\nWe deliver within two days.',
    })
    expect(await searching?.run({ query: 'oil' }, call)).toEqual({
      text: 'From "care.docx", Oak:\nOil it every spring.',
    })
    expect(await searching?.run({ query: 'opening' }, call)).toEqual({
      text: 'From "hours.html", Opening hours:\nFrom nine to five.',
    })
    expect(await searching?.run({ query: 'helicopter' }, call)).toMatchObject({
      text: expect.stringMatching(/^Nothing was found\./),
    })
  })

  test('is searched by its agent when a customer asks a question', async () => {
    const agentId = await newAgent()
    await upload(agentId, 'prices.md', '# Chairs\nThe oak chair costs 49 euros.')
    await whenProcessed(agentId)
    const chat = await world.party(agentId)
    await world.write(chat, '/call search_documents {"query": "oak chair"}')
    expect((await world.nextReply(chat)).text).toContain('The oak chair costs 49 euros.')
  })

  test('has a link in every response that contains its agent, as does the picture', async () => {
    const agentId = await newAgent()
    const uploaded = await upload(agentId, 'a.txt', 'one')
    const path = `/agents/${agentId}/`
    const documents = [{ id: idOf(uploaded), name: 'a.txt' }]
    const pictured = await uploadTo(service, `${path}picture/`, new File([PNG], 'a.png'), {}, {})
    const { results } = v.parse(v.object({ results: v.array(Linked) }), (await api('GET', '/agents/?limit=1')).body)
    const agents = [
      pictured,
      await api('GET', path),
      await api('PATCH', path, { name: 'Bea' }),
      await api('PUT', path, { name: 'Cleo', documents }),
      await api('POST', `${path}share/`, { email: service.ready.email }),
    ].map(({ body }) => v.parse(Linked, body))
    const links = [...agents, ...results].flatMap((agent) => [
      agent.profilePicture,
      ...agent.documents.map(({ file }) => file),
    ])
    expect(links).toHaveLength(12)
    for (const link of [...links, v.parse(Uploaded, uploaded.body).file]) expect((await fetch(link)).status).toBe(200)
  })

  test('has status error with a reason and is no tool if it cannot be read', async () => {
    const agentId = await newAgent()
    await upload(agentId, 'broken.pdf', 'no pdf at all')
    expect((await whenProcessed(agentId)).body).toMatchObject({ documents: [{ name: 'broken.pdf', status: 'error' }] })
    const organizationId = await organizationOf(agentId)
    expect(await listDocumentItems(organizationId, agentId)).toMatchObject([{ status: 'error', problem: 'damaged' }])
    const agent = await findAgent(organizationId, agentId)
    expect(agent && (await documentTools(agent))).toEqual([])
  })
})

describe('an announced document', () => {
  test('is read when its form is sent, and again when another file replaces it', async () => {
    const agentId = await newAgent()
    const announced = await announce(agentId, 'stock.txt', 5_000_000)
    const sent = await sendForm(announced, 'There are nine parrots.')
    expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect((await whenProcessed(agentId)).body).toMatchObject({ documents: [{ id: announced.id, status: 'ready' }] })
    const textsOf = async (query: string) => (await search(agentId, query)).map(({ text }) => text)
    expect(await textsOf('parrots')).toEqual(['There are nine parrots.'])

    expect((await sendForm(announced, 'There are eight parrots.')).status).toBe(204)
    await vi.waitUntil(async () => (await textsOf('parrots')).includes('There are eight parrots.'), {
      timeout: 90_000,
      interval: 200,
    })
  })

  test('is rejected by storage when it is larger than announced', async () => {
    const announced = await announce(await newAgent(), 'small.txt', 10)
    const sent = await sendForm(announced, 'more than ten bytes')
    expect([sent.status, await sent.text()]).toEqual([400, expect.stringContaining('EntityTooLarge')])
  })

  test('has status error when its file never arrives', async () => {
    const agentId = await newAgent()
    const { id: documentId } = await announce(agentId, 'late.txt', 10)
    const organizationId = await organizationOf(agentId)
    const arrivesUntil = Date.now()
    await handleDocument({ organizationId, agentId, documentId, arrivesUntil }, arrivesUntil, () => arrivesUntil + 1)
    expect(await listDocumentItems(organizationId, agentId)).toMatchObject([
      { status: 'error', problem: 'never_arrived' },
    ])
  })
})

describe('deletes all data', () => {
  /** The file and the passages of each document, and the parts of the index that contain it. */
  const keysFor = (ids: readonly string[]) =>
    [
      ...ids.flatMap((id) => [id, `${id}.passages.json.gz`]),
      ...new Set(ids.map((id) => `index-${id.slice(-1)}`)),
    ].toSorted()
  const twoDocuments = async () => {
    const agentId = await newAgent()
    const ids = [idOf(await upload(agentId, 'a.txt', 'one')), idOf(await upload(agentId, 'b.txt', 'two'))]
    await whenProcessed(agentId)
    expect((await keysOf(agentId)).toSorted()).toEqual(keysFor(ids))
    return { agentId, ids }
  }
  test('of a document that is left out', async () => {
    const { agentId, ids } = await twoDocuments()
    const [kept] = ids
    await api('PATCH', `/agents/${agentId}/`, { documents: [{ id: kept, name: 'a.txt' }] })
    expect((await keysOf(agentId)).toSorted()).toEqual(keysFor([kept ?? '']))
    expect(await listDocumentItems(await organizationOf(agentId), agentId)).toMatchObject([{ id: kept }])
    await api('PUT', `/agents/${agentId}/`, { name: 'Ada', documents: [] })
    expect(await keysOf(agentId)).toEqual([])
  })

  test('of a file above the maximum number', async () => {
    const agentId = await newAgent()
    const caller = {
      organizationId: await organizationOf(agentId),
      userId: 'nobody',
      role: 'admin' as const,
      permission: 'full' as const,
      groups: [],
    }
    // Written together, because the key's rate limit allows a hundred requests only.
    const documents = Array.from({ length: MOST_DOCUMENTS }, (_, index) => ({ id: newId(), name: `${index}.txt` }))
    await amendAgent(caller, agentId, (settings) => ({ ...settings, documents }), Date.now())
    expect(await upload(agentId, 'more.txt', 'one')).toMatchObject({
      status: 400,
      body: { details: [{ path: 'file' }] },
    })
    expect(await keysOf(agentId)).toEqual([])
  })

  test('of an agent that is deleted', async () => {
    const { agentId } = await twoDocuments()
    const organizationId = await organizationOf(agentId)
    expect(await listDocumentItems(organizationId, agentId)).toHaveLength(2)
    await uploadTo(service, `/agents/${agentId}/picture/`, new File([PNG], 'a.png'), {}, {})
    expect(await keysOf(agentId, 'pictures/')).toHaveLength(1)
    expect((await api('DELETE', `/agents/${agentId}/`)).status).toBe(204)
    expect(await keysOf(agentId)).toEqual([])
    expect(await keysOf(agentId, 'pictures/')).toEqual([])
    expect(await listDocumentItems(organizationId, agentId)).toEqual([])
  })

  test('of a document that is left out while it is being read', async () => {
    const { physicalId } = service.cloud.resource('DocumentReaderExtract', 'AWS::Lambda::Function')
    const { faults } = service.cloud
    const storing = { function: physicalId, service: 's3', action: 'PutObject' }
    const leftOut = Promise.withResolvers<void>()
    const stored = faults.plan({ ...storing, nth: 1, kind: 'delay', until: leftOut.promise })
    let cleaned = false
    const stopWatching = faults.watch((call) => {
      cleaned ||= call.function === physicalId && call.action === 'DeleteObjects'
    })
    const agentId = await newAgent()
    await upload(agentId, 'a.txt', 'one')
    await vi.waitUntil(() => stored.fired.length > 0, { timeout: 90_000 })
    await api('PATCH', `/agents/${agentId}/`, { documents: [] })
    leftOut.resolve()
    await vi.waitUntil(async () => cleaned && (await keysOf(agentId)).length === 0, { timeout: 90_000, interval: 200 })
    stopWatching()
    expect(await listDocumentItems(await organizationOf(agentId), agentId)).toEqual([])
  })

  test('of a file that arrives after its document was deleted', async () => {
    const agentId = await newAgent()
    const announced = await announce(agentId, 'late.txt', 10)
    await api('PATCH', `/agents/${agentId}/`, { documents: [] })
    expect((await sendForm(announced, 'too late')).status).toBe(204)
    expect(await keysOf(agentId)).toEqual([announced.id])
    const organizationId = await organizationOf(agentId)
    const message = { organizationId, agentId, documentId: announced.id, arrivesUntil: Date.now() }
    expect(await handleDocument(message, message.arrivesUntil, () => message.arrivesUntil + 1)).toBeUndefined()
    expect(await keysOf(agentId)).toEqual([])
  })
})
