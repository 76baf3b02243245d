// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AgentCountEntity } from '@replywright/core/agents/agent-entity.ts'
import { readyDocuments, searchDocuments } from '@replywright/core/agents/documents/search/search-documents.ts'
import { drawn, drawnPdf } from '@replywright/core/agents/documents/text/testing/pdf.ts'
import { findAgent } from '@replywright/core/agents/find-agent.ts'
import type { Service } from '@replywright/local/start-service.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { itemsOf, uploadTo } from '../agents/agent-fixtures.ts'
import { actAsAdministrator } from '../support/administrator.ts'
import { synthesizeLocal } from '../support/assemblies/local-assembly.ts'
import { callers, idOf, startTestService } from '../support/service.ts'

let outdir: string
let service: Service
beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'replywright-scans-'))
  const modelPrices = JSON.stringify({ large: { input: 100, output: 100 } })
  const assembly = await synthesizeLocal(outdir, { scanModel: 'large', scanPages: '2', modelPrices })
  service = await startTestService({ assembly, agentAnswers: true })
  actAsAdministrator(service)
  process.env.BUCKET_NAME = service.cloud.resource('Objects', 'AWS::S3::Bucket').physicalId
})
afterAll(async () => {
  await service?.stop()
  await rm(outdir, { recursive: true, force: true })
})
const { api } = callers(() => service)

const SCAN = 'q 600 0 0 800 0 0 cm /Im1 Do Q'

async function upload(agentId: string, name: string, pages: readonly string[]) {
  const file = new File([Buffer.from(drawnPdf(pages))], name)
  await uploadTo(service, `/agents/${agentId}/documents/`, file, {}, {})
  return await vi.waitUntil(
    async () => {
      const documents = itemsOf(await api('GET', `/agents/${agentId}/`), 'documents')
      const found = documents.find((each) => each.name === name)
      return found && !['pending', 'processing'].includes(String(found.status)) ? found : undefined
    },
    { timeout: 90_000, interval: 200 },
  )
}

test('a page that is a picture is read by the model, found, and counted; a monthly limit ends it', async () => {
  const agentId = idOf(await api('POST', '/agents/', { name: 'Ada' }))
  const body: unknown = (await api('GET', `/agents/${agentId}/`)).body
  const organizationId = String(Object(Object(body).organization).id)
  const asked = () => service.model.requests.filter(({ model }) => model === 'large').length
  service.model.script('text of this page', [{ text: 'Parcels are kept for nine days.' }], 'large')

  const pages = [drawn('The opening hours of our shop in May', 50, 700), SCAN]
  expect(await upload(agentId, 'parcels.pdf', pages)).toMatchObject({
    status: 'ready',
    problem: 'Page 2 was read by the model from a picture. Compare its numbers and names with the file.',
  })
  expect(asked()).toBe(1)
  const agent = await findAgent(organizationId, agentId)
  if (!agent) throw new Error('The agent was deleted')
  const call = { signal: AbortSignal.timeout(10_000), now: Date.now() }
  const found = await searchDocuments(organizationId, agentId, await readyDocuments(agent), 'parcels kept', call)
  expect(found.passages[0]).toMatchObject({ documentName: 'parcels.pdf', text: 'Parcels are kept for nine days.' })
  const { data: used } = await AgentCountEntity.get({ organizationId, id: agentId }).go()
  expect(used?.inputTokens).toBeGreaterThan(0)
  expect(used?.outputTokens).toBeGreaterThan(0)
  expect(used?.microUsd).toBeGreaterThan(0)

  await api('PATCH', `/agents/${agentId}/`, { monthlyLimitUsd: 0.000001 })
  expect(await upload(agentId, 'later.pdf', [drawn('The prices of our shop in May', 50, 700), SCAN])).toMatchObject({
    status: 'partial',
    problem: expect.stringContaining('Page 2 is a picture, and was not read because a monthly limit is used up.'),
  })
  expect(asked()).toBe(1)
})
