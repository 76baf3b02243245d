// @module-tag full
import { S3 } from '@aws-sdk/client-s3'
import { SQS } from '@aws-sdk/client-sqs'
import { readyDocuments, searchDocuments } from '@replywright/core/agents/documents/search/search-documents.ts'
import { findAgent } from '@replywright/core/agents/find-agent.ts'
import { handleWebsite } from '@replywright/core/agents/websites/read-website.ts'
import { listWebsites, WebsiteEntity } from '@replywright/core/agents/websites/website-entity.ts'
import { listPages } from '@replywright/core/agents/websites/website-page-entity.ts'
import { type Endpoint, startEndpoint } from '@replywright/core/answering/tools/testing/endpoint.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { actAsAdministrator, clientOf, outputOf } from '../support/administrator.ts'
import { callApi, callers, idOf, startTestService } from '../support/service.ts'

const DAY = 86_400_000

let service: Service
let site: Endpoint
/** The pages of the site by path, and what was requested. */
const pages = new Map<string, string>()
const requests: string[] = []

beforeAll(async () => {
  service = await startTestService({})
  actAsAdministrator(service)
  Object.assign(process.env, { BUCKET_NAME: bucket(), ALLOW_PRIVATE_DESTINATIONS: 'true', STAGE: 'local' })
  const paths = ['/sitemap.xml', '/robots.txt', '/returns', '/hours', '/empty', '/hidden', '/extra']
  site = await startEndpoint(
    Object.fromEntries(
      paths.map((path) => [
        path,
        (response, request) => {
          const { 'if-none-match': known } = request.headers
          const page = pages.get(path)
          const etag = `"${page?.length}"`
          requests.push(known === undefined ? path : `${path} if changed`)
          if (page === undefined) response.writeHead(404).end('gone')
          else if (known === etag) response.writeHead(304).end()
          else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag }).end(page)
        },
      ]),
    ),
  )
})
afterAll(async () => {
  await service?.stop()
  await site?.[Symbol.asyncDispose]()
})

const bucket = () => service.cloud.resource('Objects', 'AWS::S3::Bucket').physicalId
const { api, apiToRead } = callers(() => service)

const html = (title: string, text: string) => `<!doctype html><title>${title}</title><main><p>${text}</p></main>`

function openSite(listed: readonly string[]) {
  requests.length = 0
  pages.clear()
  const urls = listed.map((path) => `<url><loc>${site.at(path)}</loc></url>`).join('')
  pages.set('/sitemap.xml', `<?xml version="1.0"?><urlset>${urls}</urlset>`)
  pages.set('/robots.txt', 'User-agent: *\nDisallow: /hidden')
  pages.set('/returns', html('Returns', 'You may return a chair within 45 days.'))
  pages.set('/hours', html('Hours', 'The shop is open from nine to five.'))
  pages.set('/empty', html('', ''))
  pages.set('/hidden', html('Hidden', 'Nobody reads this.'))
  pages.set('/extra', html('Extra', 'Assembly costs 20 euros.'))
}

const Websites = v.object({
  websiteTools: v.tuple([
    v.object({
      id: v.string(),
      readAt: v.nullable(v.string()),
      reading: v.boolean(),
      problem: v.optional(v.string()),
      readPages: v.array(v.looseObject({ url: v.string() })),
    }),
  ]),
})

async function website(agentId: string) {
  const agent = await api('GET', `/agents/${agentId}/`)
  return v.parse(Websites, agent.body).websiteTools[0]
}

async function whenRead(agentId: string) {
  await vi.waitUntil(async () => typeof (await website(agentId)).readAt === 'string', {
    timeout: 60_000,
    interval: 200,
  })
  return await website(agentId)
}

const organizationOf = async (agentId: string) =>
  String(Object(Object((await api('GET', `/agents/${agentId}/`)).body).organization).id)

/** Reads the website of an agent as the schedule does `days` later. */
async function readLater(agentId: string, days: number) {
  requests.length = 0
  const organizationId = await organizationOf(agentId)
  const [item] = await listWebsites(organizationId, agentId)
  if (!item) throw new Error('the agent has no website')
  const { websiteId, key } = item
  const clock = () => Date.now() + days * DAY
  const message = { kind: 'website', organizationId, agentId, websiteId, key } as const
  for (let steps = 0; steps < 20; steps++) if ((await handleWebsite(message, clock(), clock)) === undefined) return
}

async function search(agentId: string, query: string) {
  const organizationId = await organizationOf(agentId)
  const agent = await findAgent(organizationId, agentId)
  if (!agent) return []
  const call = { signal: AbortSignal.timeout(10_000), now: Date.now() }
  return (await searchDocuments(organizationId, agentId, await readyDocuments(agent), query, call)).passages
}

async function keysOf(agentId: string): Promise<string[]> {
  const { Contents = [] } = await clientOf(S3, service.cloud).listObjectsV2({ Bucket: bucket(), Prefix: 'documents/' })
  return Contents.flatMap(({ Key = '' }) => (Key.includes(agentId) ? [Key] : []))
}

async function newAgent(tool: object) {
  const created = await api('POST', '/agents/', {
    name: 'Ada',
    websiteTools: [{ url: site.at('/sitemap.xml'), prompt: '', daily: true, ...tool }],
  })
  expect(created).toMatchObject({ status: 201, body: { websiteTools: [{ daily: true, readAt: null, readPages: [] }] } })
  return idOf(created)
}

const byUrl = (path: string) => expect.objectContaining({ url: site.at(path) })

test('the pages of a sitemap are read when it is named, found with their URLs, and read again the next day', async () => {
  openSite(['/returns', '/hours', '/empty', '/hidden'])
  const agentId = await newAgent({ pages: [site.at('/extra')], cite: true })
  const read = await whenRead(agentId)
  expect(read.readPages).toHaveLength(5)
  expect(read.readPages).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ url: site.at('/returns'), title: 'Returns', status: 'ready' }),
      expect.objectContaining({ url: site.at('/extra'), title: 'Extra', status: 'ready' }),
      expect.objectContaining({ url: site.at('/empty'), status: 'error', problem: expect.stringContaining('no text') }),
      expect.objectContaining({ url: site.at('/hidden'), status: 'error', problem: expect.stringContaining('robots') }),
    ]),
  )
  expect(requests).not.toContain('/hidden')
  expect(await search(agentId, 'return a chair')).toMatchObject([{ documentName: 'Returns', url: site.at('/returns') }])
  expect((await apiToRead('GET', `/agents/${agentId}/`)).body).toMatchObject({
    websiteTools: [{ readPages: expect.arrayContaining([byUrl('/returns')]) }],
  })

  await readLater(agentId, 0)
  expect(requests).toEqual([])

  pages.set('/returns', html('Returns', 'Since today, a chair may be returned within 60 days.'))
  pages.delete('/hours')
  await readLater(agentId, 1)
  expect(requests).toContain('/extra if changed')
  expect(await search(agentId, 'return a chair')).toMatchObject([{ text: expect.stringContaining('60 days') }])
  const today = new Date().toISOString().slice(0, 10)
  expect((await website(agentId)).readPages).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        url: site.at('/hours'),
        status: 'partial',
        problem: `The page does not exist (status 404). The agent has its text of ${today}.`,
      }),
    ]),
  )
  expect(await search(agentId, 'open from nine')).toMatchObject([{ documentName: 'Hours' }])

  // A page that the sitemap lacks keeps its text for a week, and a sitemap that fails removes nothing.
  openSite(['/returns'])
  await readLater(agentId, 2)
  expect((await website(agentId)).readPages).toEqual(
    expect.arrayContaining([expect.objectContaining({ url: site.at('/hours'), status: 'partial' })]),
  )
  pages.delete('/sitemap.xml')
  await readLater(agentId, 3)
  const failed = await website(agentId)
  expect(failed.problem).toContain('was not read. The page does not exist')
  expect(failed.readPages).toEqual(expect.arrayContaining([byUrl('/returns'), byUrl('/hours')]))
  openSite(['/returns'])
  await readLater(agentId, 10)
  expect((await website(agentId)).readPages).toHaveLength(2)
  expect(await website(agentId)).not.toHaveProperty('problem')
})

test('a page that the author no longer names is removed at once, and with the website all of its pages', async () => {
  openSite(['/returns', '/hours'])
  const agentId = await newAgent({ pages: [site.at('/extra')] })
  const { id } = await whenRead(agentId)
  expect(await search(agentId, 'assembly costs')).toMatchObject([{ documentName: 'Extra' }])
  expect((await search(agentId, 'assembly costs'))[0]).not.toHaveProperty('url')
  const path = `/agents/${agentId}/`
  await api('PATCH', path, { websiteTools: [{ id, prompt: '', url: site.at('/sitemap.xml'), pages: [] }] })
  await whenRead(agentId)
  expect((await website(agentId)).readPages).toHaveLength(2)
  const names = (await search(agentId, 'assembly costs')).map(({ documentName }) => documentName)
  expect(names).not.toContain('Extra')
  await api('PATCH', path, { websiteTools: [] })
  expect(await search(agentId, 'return a chair')).toEqual([])
  await vi.waitUntil(async () => (await keysOf(agentId)).length === 0, { timeout: 60_000, interval: 200 })
  const organizationId = await organizationOf(agentId)
  expect(await listPages(organizationId, agentId)).toEqual([])
  expect(await listWebsites(organizationId, agentId)).toEqual([])
})

test('a website is read at once when somebody asks for it, and not again within ten minutes', async () => {
  openSite(['/returns'])
  const agentId = await newAgent({})
  const { id, readAt } = await whenRead(agentId)
  await vi.waitUntil(async () => !(await website(agentId)).reading, { timeout: 60_000, interval: 200 })
  requests.length = 0
  pages.set('/returns', html('Returns', 'Since today, a chair may be returned within 60 days.'))
  const path = `/agents/${agentId}/website-tools/${id}/read/`
  const asked = await Promise.all([api('POST', path), api('POST', path)])
  expect(asked.map(({ status }) => status).toSorted()).toEqual([202, expect.toBeOneOf([409, 429])])
  expect(asked.map(({ body }) => body)).toContainEqual({ id, requestedAt: expect.any(String) })
  await vi.waitUntil(
    async () => {
      const now = await website(agentId)
      return !now.reading && now.readAt !== readAt
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(await search(agentId, 'return a chair')).toMatchObject([{ text: expect.stringContaining('60 days') }])
  expect(requests.filter((page) => page.startsWith('/returns'))).toEqual(['/returns if changed'])
  expect(await api('POST', path)).toMatchObject({ status: 429, body: { retry_after: expect.any(Number) } })
})

test('only a website of the own agent that is read daily can be read', async () => {
  const websiteTools = [{ url: 'https://shop.example/', prompt: '', daily: true, active: false }]
  const agent = await api('POST', '/agents/', { name: 'Ada', websiteTools })
  const agentId = idOf(agent)
  const id = idOf({ body: Object(agent.body).websiteTools[0] })
  const path = `/agents/${agentId}/website-tools/${id}/read/`
  expect(await api('POST', path)).toMatchObject({
    status: 409,
    body: { code: 'conflict', error: expect.stringContaining('not read daily') },
  })
  expect((await api('POST', path.replace(id, agentId))).status).toBe(404)
  expect((await apiToRead('POST', path)).status).toBe(403)
  const { baseUrl, otherOrganization } = service.ready
  expect((await callApi(baseUrl, otherOrganization.apiKey, 'POST', path)).status).toBe(404)
})

test('nothing of a website is left of an agent that is deleted', async () => {
  openSite(['/returns'])
  const agentId = await newAgent({})
  await whenRead(agentId)
  const organizationId = await organizationOf(agentId)
  await api('DELETE', `/agents/${agentId}/`)
  expect(await listPages(organizationId, agentId)).toEqual([])
  expect(await listWebsites(organizationId, agentId)).toEqual([])
  expect(await keysOf(agentId)).toEqual([])
})

test('the schedule has the websites of its hour read, and may fire twice', async () => {
  openSite(['/returns'])
  const agentId = await newAgent({})
  await whenRead(agentId)
  const [item] = await listWebsites(await organizationOf(agentId), agentId)
  if (!item) throw new Error('the agent has no website')
  const { startedAt: _, finishedAt: __, readAt: ___, ...unread } = item
  await WebsiteEntity.put({ ...unread, hour: new Date().getUTCHours() }).go()
  const MessageBody = JSON.stringify({ kind: 'due-websites' })
  const QueueUrl = outputOf(service.cloud, 'DocumentsQueueUrl')
  const sqs = clientOf(SQS, service.cloud)
  await Promise.all([sqs.sendMessage({ QueueUrl, MessageBody }), sqs.sendMessage({ QueueUrl, MessageBody })])
  await whenRead(agentId)
  expect(requests.filter((path) => path.startsWith('/returns'))).toEqual(['/returns', '/returns if changed'])
})

test.each<[string, object, string]>([
  ['a query string', { url: 'https://shop.example/sitemap.xml?key=1' }, 'websiteTools.0.url'],
  ['a page by ftp', { pages: ['ftp://shop.example/a'] }, 'websiteTools.0.pages.0'],
  ['a guarded address', { pages: ['http://169.254.169.254/latest'] }, 'websiteTools.0.pages.0'],
  ['a page with a password', { pages: ['https://a:b@shop.example/'] }, 'websiteTools.0.pages.0'],
  ['no URL', { pages: ['no URL'] }, 'websiteTools.0.pages.0'],
  [
    'too many pages',
    { pages: Array.from({ length: 201 }, (_, n) => `https://shop.example/${n}`) },
    'websiteTools.0.pages',
  ],
])('%s is refused', async (_, tool, path) => {
  const tools = [{ url: 'https://shop.example/', prompt: '', daily: true, ...tool }]
  expect(await api('POST', '/agents/', { name: 'Ada', websiteTools: tools })).toMatchObject({
    status: 400,
    body: { details: [{ path }] },
  })
})
